#include "blocks/task.h"

#include "core/error_text.h"

namespace preamar::blocks {
namespace {

const BlockForm* form_for(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  return op.blocks ? op.blocks(inputs, options) : nullptr;
}

}  // namespace

bool has_form(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  return form_for(op, inputs, options) != nullptr;
}

Task task_for(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  Task task;
  task.op = &op;
  task.form = form_for(op, inputs, options);
  task.options = options;
  task.image = inputs[0].shape;
  if (!task.form)
    throw Error(ErrorKind::call,
                text(op.name, ": works on whole images only; give it more memory, no block, and one device"));
  task.inputs.assign(inputs.begin(), inputs.end());
  task.results = op.results(inputs, options);
  task.halo = task.form->halo(inputs, options);
  return task;
}

}  // namespace preamar::blocks
