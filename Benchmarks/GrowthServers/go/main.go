// A store of notes over HTTP.
//
//	notes -port PORT [-leak memory|descriptor]
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

// store is a map that a reset empties.
type store struct {
	sync.Mutex
	notes map[int]string
}

// add adds count notes and answers with their total number.
func (s *store) add(w http.ResponseWriter, count int) {
	s.Lock()
	defer s.Unlock()
	for range make([]struct{}, count) {
		s.notes[len(s.notes)] = strings.Repeat("note ", 40)
	}
	fmt.Fprintln(w, len(s.notes))
}

// The objects that resets leave behind if a leak is planted.
var (
	blocks [][]byte
	files  []*os.File
)

func leave(kind string) {
	switch kind {
	case "memory":
		// Written to, so that it is resident.
		blocks = append(blocks, []byte(strings.Repeat("x", 64<<10)))
	case "descriptor":
		if file, err := os.Open(os.DevNull); err == nil {
			files = append(files, file)
		}
	}
}

func main() {
	port := flag.Int("port", 8080, "the port")
	leak := flag.String("leak", "", "what every reset leaves behind: memory or descriptor")
	flag.Parse()
	s := &store{notes: map[int]string{}}
	http.HandleFunc("/ready", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ready") })
	http.HandleFunc("/notes", func(w http.ResponseWriter, _ *http.Request) { s.add(w, 1) })
	http.HandleFunc("/fill", func(w http.ResponseWriter, _ *http.Request) { s.add(w, 2000) })
	http.HandleFunc("/reset", func(w http.ResponseWriter, _ *http.Request) {
		s.Lock()
		defer s.Unlock()
		s.notes = map[int]string{}
		leave(*leak)
		fmt.Fprintln(w, "reset")
	})
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err == nil {
		err = http.Serve(listener, nil)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
