// Threads of C++ with results, locals of a thread that allocate, and blocks that others release.
#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Local {
    std::vector<int> content = std::vector<int>(10);
    ~Local() { std::string text(100, 'e'); }
};
static thread_local Local local;

static std::unique_ptr<std::string> work(int number) {
    local.content.push_back(number);
    auto result = std::make_unique<std::string>(number % 300 + 20, 'w');
    for (int item = 0; item < 50; item++) { *result += std::string(item, 'y'); }
    return result;
}

int main(int count, char **words) {
    int rounds = count > 1 ? std::atoi(words[1]) : 1;
    for (int round = 0; round < rounds; round++) {
        std::vector<std::future<std::unique_ptr<std::string>>> results;
        for (int number = 0; number < 6; number++) { results.push_back(std::async(std::launch::async, work, number)); }
        for (auto &result : results) { result.get()->append(1000, 'z'); }
        std::vector<std::unique_ptr<std::string>> shared(100);
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 3; thread++) {
            threads.emplace_back([&, thread] {
                for (int index = thread; index < 100; index += 3) { shared[index] = work(index); }
            });
        }
        for (auto &thread : threads) { thread.join(); }
    }
    return 0;
}
