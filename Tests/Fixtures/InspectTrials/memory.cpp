// A process in C++ that fills containers, and in part empties them. Prints "ready", and ends with its input.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace {

std::map<int, std::string> names;
std::unordered_map<int, std::vector<int>> numbers;
std::vector<std::unique_ptr<char[]>> buffers;

void fill(int count) {
    for (int index = 0; index < count; index++) {
        names[index] = std::string(100 + index % 200, 'x');
        numbers[index].assign(static_cast<size_t>(50 + index % 100), index);
    }
}

void halve(int count) {
    for (int index = 0; index < count; index += 2) {
        names.erase(index);
        numbers.erase(index);
    }
}

}

int main(int count, char **arguments) {
    const std::string name = count > 1 ? arguments[1] : "full";
    fill(50000);
    if (name == "halved") { halve(50000); }
    if (name == "threads") {
        std::vector<std::thread> threads;
        for (int index = 0; index < 8; index++) {
            threads.emplace_back([] {
                std::vector<std::string> texts;
                for (int text = 0; text < 20000; text++) { texts.emplace_back(300, 'y'); }
            });
        }
        for (auto &thread : threads) { thread.join(); }
    }
    std::puts("ready");
    std::fflush(stdout);
    for (char byte; read(STDIN_FILENO, &byte, 1) == 1;) {}
}
