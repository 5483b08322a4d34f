// The operators new and delete in all forms, containers, texts, exceptions, shared and local pointers.
#include <cstdlib>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct alignas(128) Wide { char content[256]; };
struct Base { virtual ~Base() = default; long number = 1; };
struct Derived : Base { std::string name = "a name that is too long to be inside of the text"; };

static void operators(int round) {
    delete new int(round);
    delete[] new char[round % 400 + 1];
    delete new Wide;
    delete[] new Wide[3];
    ::operator delete(::operator new(24, std::nothrow), std::nothrow);
    ::operator delete(::operator new(128, std::align_val_t(64)), std::align_val_t(64));
    std::unique_ptr<Base> base = std::make_unique<Derived>();
    std::shared_ptr<Derived> shared = std::make_shared<Derived>();
    std::weak_ptr<Derived> weak = shared;
    std::function<int()> closure = [shared, round, base = std::make_shared<Base>()] { return round; };
    closure();
}

static void containers(int round) {
    std::vector<int> numbers;
    std::map<std::string, int> tree;
    std::unordered_map<int, std::string> table;
    std::list<double> list;
    for (int item = 0; item < 200; item++) {
        numbers.push_back(item);
        tree["an entry with a long name, number " + std::to_string(item * round)] = item;
        table[item] = std::string(item, 'x');
        list.push_back(item);
    }
    std::ostringstream out;
    for (const auto &[name, number] : tree) { out << name << number; }
}

int main(int count, char **words) {
    int rounds = count > 1 ? std::atoi(words[1]) : 1;
    static std::vector<std::string> kept;
    for (int round = 0; round < rounds; round++) {
        operators(round);
        containers(round);
        try {
            throw std::runtime_error("an error whose text is long enough to be outside of it");
        } catch (const std::exception &error) {
            kept.push_back(error.what());
        }
    }
    return 0;
}
