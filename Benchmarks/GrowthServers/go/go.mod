module notes

go 1.18
