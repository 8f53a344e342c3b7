#include "blocks/families/operation.h"

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

Operation operation_for(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  Operation operation;
  operation.op = &op;
  operation.form = form_for(op, inputs, options);
  operation.options = options;
  operation.image = inputs[0].shape;
  if (!operation.form)
    throw Error(ErrorKind::call,
                text(op.name, ": works on whole images only; give it more memory, no block, and one device"));
  operation.inputs.assign(inputs.begin(), inputs.end());
  operation.results = op.results(inputs, options);
  operation.halo = operation.form->halo(inputs, options);
  return operation;
}

}  // namespace preamar::blocks
