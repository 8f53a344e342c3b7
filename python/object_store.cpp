#include "object_store.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <preamar/error.h>
#include <preamar/object_store.h>

#include <cstring>
#include <memory>
#include <utility>

namespace nb = nanobind;

namespace preamar::python {
namespace {

nb::bytes python_bytes(std::span<const std::byte> bytes) { return nb::bytes(bytes.data(), bytes.size()); }

// An exception of Python must not outlive the interpreter lock.
template <class Work>
auto guarded(Work work) {
  const nb::gil_scoped_acquire locked;
  try {
    return work();
  } catch (const nb::python_error& error) {
    throw Error(ErrorKind::io, error.what());
  }
}

// Calls come from threads of the library, which do not hold the interpreter lock.
class PythonStore : public ObjectStore {
 public:
  explicit PythonStore(nb::object store) : store_(std::move(store)) {}
  // Known until the program ends, after which there is no interpreter.
  ~PythonStore() override { (void)store_.release(); }

  std::optional<Part> get(const std::string& key, std::int64_t first, std::int64_t bytes) override {
    return guarded([&]() -> std::optional<Part> {
      const nb::object found = store_.attr("get")(key, first, bytes);
      if (found.is_none()) return std::nullopt;
      const auto row = nb::cast<nb::tuple>(found);
      const auto content = nb::cast<nb::bytes>(row[0]);
      Part part;
      part.bytes.resize(content.size());
      if (content.size() > 0) std::memcpy(part.bytes.data(), content.c_str(), content.size());
      part.first = nb::cast<std::int64_t>(row[1]);
      part.size = nb::cast<std::int64_t>(row[2]);
      part.version = nb::cast<std::string>(row[3]);
      part.age = std::chrono::seconds(nb::cast<std::int64_t>(row[4]));
      return part;
    });
  }
  void put(const std::string& key, std::span<const std::byte> bytes) override {
    guarded([&] { (void)store_.attr("put")(key, python_bytes(bytes)); });
  }
  std::optional<std::string> put_if(const std::string& key, std::span<const std::byte> bytes,
                                    const std::string& version) override {
    return guarded([&]() -> std::optional<std::string> {
      const nb::object found = store_.attr("put_if")(key, python_bytes(bytes), version);
      return found.is_none() ? std::nullopt : std::optional(nb::cast<std::string>(found));
    });
  }
  void remove(const std::string& key) override {
    guarded([&] { (void)store_.attr("remove")(key); });
  }
  std::vector<Entry> list(const std::string& prefix) override {
    return guarded([&] {
      std::vector<Entry> all;
      for (const nb::handle row : nb::cast<nb::list>(store_.attr("list")(prefix)))
        all.push_back({nb::cast<std::string>(row[0]), nb::cast<std::int64_t>(row[1]), nb::cast<std::string>(row[2])});
      return all;
    });
  }

 private:
  nb::object store_;
};

}  // namespace

std::string add_store(nb::object store) {
  return add_object_store(std::make_shared<PythonStore>(std::move(store))).string();
}

}  // namespace preamar::python
