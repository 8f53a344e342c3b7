#include "run.h"

#include <preamar/blocks.h>
#include <preamar/operator.h>

#include "arrays.h"
#include "device_image.h"
#include "execution.h"
#include "interrupt.h"
#include "options.h"

#include <deque>
#include <vector>

namespace nb = nanobind;

namespace preamar::python {
namespace {

// The input arrays of a call. Optional inputs come last and may be None.
class Inputs {
 public:
  Inputs(const Operator& op, const nb::tuple& arrays) {
    for (std::size_t i = 0; i < arrays.size() && !arrays[i].is_none(); ++i) {
      const std::string_view name = i < op.inputs.size() ? op.inputs[i].name : "a further image";
      images.push_back(views_.emplace_back(argument_of(op, name), arrays[i], Access::read).image());
      types.push_back(images.back().type());
    }
  }

  std::vector<ConstImageView> images;
  std::vector<ImageType> types;

 private:
  std::deque<ArrayView> views_;  // elements keep their addresses
};

// The images that a call writes: the caller's arrays, or new ones.
class Outputs {
 public:
  Outputs(const Operator& op, const nb::object& out, const std::vector<ImageType>& types) {
    if (out.is_none()) {
      for (const ImageType& type : types) images.push_back(owned_.emplace_back(type).view());
      return;
    }
    arrays_ = nb::isinstance<nb::tuple>(out) ? nb::borrow<nb::tuple>(out) : nb::make_tuple(out);
    if (arrays_.size() != types.size())
      throw nb::type_error((argument_of(op, "out") + " has " + std::to_string(arrays_.size()) + " arrays; " +
                            std::to_string(types.size()) + " are written")
                               .c_str());
    for (std::size_t i = 0; i < types.size(); ++i) {
      const ArrayView& view = views_.emplace_back(argument_of(op, "out"), arrays_[i], Access::write);
      require_type(argument_of(op, "out"), view.image().type(), types[i]);
      images.push_back(view.image());
    }
  }

  // The results as Python arrays. Call it once.
  nb::list arrays() {
    nb::list result;
    for (nb::handle array : arrays_) result.append(array);
    for (Image& image : owned_) result.append(array_from(std::move(image)));
    return result;
  }

  std::vector<ImageView> images;

 private:
  static void require_type(const std::string& argument, const ImageType& given, const ImageType& wanted) {
    if (given.dtype != wanted.dtype)
      throw nb::type_error((argument + " has dtype " + std::string(name_of(given.dtype)) + "; the result is " +
                            std::string(name_of(wanted.dtype)))
                               .c_str());
    if (given.shape != wanted.shape)
      throw nb::value_error(
          (argument + " has shape " + given.shape.text() + "; the result is " + wanted.shape.text()).c_str());
  }

  nb::tuple arrays_;
  std::deque<ArrayView> views_;
  std::vector<Image> owned_;
};

nb::dict table_dict(Table table) {
  nb::dict columns;
  for (Column& column : table.columns) columns[text_from(column.name)] = array_from(std::move(column.cells));
  return columns;
}

bool gives_table(const Operator& op) { return !op.outputs.empty() && op.outputs.back().kind == OutputKind::table; }

std::int64_t pixels_in(const std::vector<ConstImageView>& images) {
  std::int64_t most = 0;
  for (const ConstImageView& image : images) most = std::max(most, image.shape().count());
  return most;
}

// Images, then numbers, then the table; a single result directly.
nb::object all_results(const Operator& op, nb::list all, Results& found) {
  for (const auto& [key, value] : found.numbers) all.append(object_from(value));
  if (gives_table(op)) all.append(table_dict(std::move(found.table)));
  return all.size() == 1 ? nb::object(all[0]) : nb::tuple(all);
}

}  // namespace

nb::object run(const std::string& name, const nb::tuple& inputs, const nb::dict& options, const nb::object& out,
               const nb::object& valid, const std::string& device, std::optional<std::int64_t> threads,
               std::optional<std::int64_t> scratch_memory, const nb::object& progress) {
  const Operator& op = operator_named(name);
  const Values values = values_from(op, options);
  Callbacks callbacks;
  Execution on = execution_from(op.name, device, threads, progress, callbacks);
  on.scratch_memory = scratch_memory.value_or(0);
  Results found;
  if (are_on_device(inputs)) {
    if (!valid.is_none())
      throw nb::type_error((argument_of(op, "valid") + " is not taken with images of a device").c_str());
    if (!out.is_none())
      throw nb::type_error((argument_of(op, "out") + " is not taken with images of a device").c_str());
    on.device = nb::cast<DeviceArray&>(inputs[0]).device;
    return all_results(op, run_there(op, inputs, values, on, callbacks, found), found);
  }

  const Inputs in(op, inputs);
  (void)check_call(op, in.images.size(), values);
  Outputs results(op, out, op.results(in.types, values));
  if (!valid.is_none()) {
    const ArrayView mask(argument_of(op, "valid"), valid, Access::read);
    Image valid_out(DType::boolean, in.types.at(0).shape);
    run_unlocked(pixels_in(in.images), callbacks, [&] {
      found = run_on_valid_pixels(op, in.images, mask.image(), results.images, valid_out.view(), values, on);
    });
    nb::object all = all_results(op, results.arrays(), found);
    return nb::make_tuple(all, array_from(std::move(valid_out)));
  }
  run_unlocked(pixels_in(in.images), callbacks,
               [&] { found = run_operator(op, in.images, results.images, values, on); });
  return all_results(op, results.arrays(), found);
}

}  // namespace preamar::python
