// The Python module preamar._ext: the operator table, files, devices and test images. preamar/__init__.py wraps it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <preamar/devices.h>
#include <preamar/error.h>
#include <preamar/generate.h>
#include <preamar/io.h>
#include <preamar/job.h>
#include <preamar/unmix_stains.h>
#include <preamar/version.h>

#include "arrays.h"
#include "blocks.h"
#include "core/notation.h"
#include "core/shown_url.h"
#include "core/url.h"
#include "device_image.h"
#include "interrupt.h"
#include "job.h"
#include "members.h"
#include "metadata.h"
#include "object_store.h"
#include "options.h"
#include "outlines.h"
#include "pipeline.h"
#include "run.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace preamar::python {
namespace {

PyObject* exception_for(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::call:
    case ErrorKind::input:
      return PyExc_ValueError;
    case ErrorKind::resource:
      return PyExc_MemoryError;
    case ErrorKind::io:
      return PyExc_OSError;
    case ErrorKind::stopped:
      return PyExc_KeyboardInterrupt;
    case ErrorKind::device:
      break;
  }
  return PyExc_RuntimeError;
}

// A message may name a path or quote a broken header, whose bytes need not be UTF-8.
void raise(PyObject* exception, std::string_view message) { PyErr_SetObject(exception, text_from(message).ptr()); }

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise(exception_for(error.kind()), in_python_notation(shown_url(error.what())));
  } catch (const std::filesystem::filesystem_error& error) {
    raise(PyExc_OSError, shown_url(error.what()));
  }
}

nb::list device_rows() {
  nb::list rows;
  for (const Device& device : devices()) rows.append(nb::make_tuple(device.name, text_from(device.description)));
  return rows;
}

nb::list instance_rows() {
  nb::list rows;
  for (const Instance& instance : instances())
    rows.append(nb::make_tuple(instance.name, instance.rank, instance.images, instance.summary));
  return rows;
}

nb::tuple generated(const std::string& name, std::int64_t size) {
  std::vector<Image> images;
  const Callbacks callbacks;
  Execution on;
  on.stop = callbacks.stop().get_token();
  const std::int64_t side = std::clamp<std::int64_t>(size, 0, 1 << 16);  // its square cannot overflow
  run_unlocked(side * side, callbacks, [&] { images = generate(name, size, on); });
  nb::list arrays;
  for (Image& image : images) arrays.append(array_from(std::move(image)));
  return nb::tuple(arrays);
}

// A store may not answer: Ctrl-C must be seen. Files are quick.
std::int64_t watched_for(const std::filesystem::path& file) { return is_url(file) ? INT64_MAX : 0; }

nb::tuple described(const std::filesystem::path& file, const nb::dict& reading) {
  FileInfo info;
  const auto options = options_from<ReadOptions>(reading);
  run_unlocked(watched_for(file), Callbacks(), [&] { info = describe(file, options); });
  nb::list levels;
  for (const Shape& shape : info.levels) levels.append(shape_tuple(shape));
  return nb::make_tuple(info.format, name_of(info.type.dtype), shape_tuple(info.type.shape), shape_tuple(info.chunk),
                        info.compression, shape_tuple(info.shard), tuple_from(info.metadata), nb::tuple(levels),
                        info.samples, text_from(in_python_notation(info.refusal)), text_from(info.decoder),
                        text_from(info.channel), info.has_mask);
}

// The first pixel and the number of pixels of a region, per axis.
using RegionRow = std::tuple<std::vector<std::int64_t>, std::vector<std::int64_t>>;

nb::object image_read(const std::filesystem::path& file, const nb::dict& reading,
                      const std::optional<RegionRow>& region) {
  Image image;
  const auto options = options_from<ReadOptions>(reading);
  run_unlocked(watched_for(file), Callbacks(), [&] {
    if (region) {
      const auto& [origin, extents] = *region;
      image = read_region(file, origin, Shape(extents.data(), static_cast<int>(extents.size())), options);
    } else {
      image = read_image(file, options);
    }
  });
  return array_from(std::move(image));
}

nb::object stains_unmixed(nb::handle rgb, const std::vector<double>& stains) {
  const ArrayView view("unmix_stains: rgb", rgb, Access::read);
  Image image;
  {
    const nb::gil_scoped_release unlocked;
    image = unmix_stains(view.image(), stains);
  }
  return array_from(std::move(image));
}

void image_write(const std::filesystem::path& file, nb::handle array, const nb::tuple& metadata,
                 const nb::dict& writing) {
  const ArrayView view("write_image: image", array, Access::read);
  WriteOptions options = options_from<WriteOptions>(writing);
  options.metadata = metadata_from(metadata);
  run_unlocked(watched_for(file), Callbacks(), [&] { write_image(file, view.image(), options); });
  warn_of_loss(file, view.image().type(), options.metadata);
}

}  // namespace
}  // namespace preamar::python

NB_MODULE(_ext, module) {
  using namespace preamar::python;
  nb::register_exception_translator(translate);
  module.def("version", &preamar::version);
  module.def("operators", &operator_rows);
  module.def("run", &run, "name"_a, "inputs"_a, "options"_a, "out"_a.none(), "valid"_a.none(), "device"_a,
             "threads"_a.none(), "scratch_memory"_a.none(), "progress"_a.none());
  module.def("geojson", &geojson_text, "columns"_a, "metadata"_a, "options"_a);
  module.def("run_in_blocks", &run_in_blocks, "operator"_a, "inputs"_a, "outputs"_a, "options"_a, "memory"_a.none(),
             "block"_a.none(), "resume"_a, "reading"_a, "valid"_a.none(), "valid_out"_a.none(), "writing"_a,
             "outlines"_a, "device"_a, "threads"_a.none(), "progress"_a.none());
  module.def("check_options", &check_options, "operator"_a, "options"_a);
  module.def("plan_pipeline", &plan_pipeline, "pipeline"_a, "settings"_a, "device"_a, "threads"_a.none());
  module.def("run_pipeline", &run_pipeline, "pipeline"_a, "settings"_a, "device"_a, "threads"_a.none(),
             "progress"_a.none());
  module.def("plan_job", &plan_job, "operator"_a, "inputs"_a, "outputs"_a, "options"_a, "memory"_a.none(),
             "block"_a.none(), "resume"_a, "reading"_a, "writing"_a, "outlines"_a, "threads"_a.none(), "plan"_a);
  module.def("plan_pipeline_job", &plan_pipeline_job, "pipeline"_a, "settings"_a, "threads"_a.none(), "plan"_a);
  module.def("read_plan", &preamar::python::read_plan, "plan"_a);
  module.def("run_task", &preamar::python::run_task, "plan"_a, "number"_a, "device"_a, "threads"_a.none());
  module.def("cancel_job", &preamar::cancel_job, "plan"_a);
  module.def("forget_plan", &preamar::forget_plan, "plan"_a);
  declare_device_image(module);
  module.def("devices", &device_rows);
  module.def("instances", &instance_rows);
  module.def("generate", &generated, "name"_a, "size"_a);
  module.def("describe", &described, "file"_a, "reading"_a);
  module.def("add_store", &preamar::python::add_store, "store"_a);
  module.def("set_openslide_library", &preamar::set_openslide_library, "library"_a);
  module.def("read_image", &image_read, "file"_a, "reading"_a, "region"_a.none());
  module.def("unmix_stains", &stains_unmixed, "rgb"_a, "stains"_a);
  module.def("write_image", &image_write, "file"_a, "image"_a, "metadata"_a, "writing"_a);
}
