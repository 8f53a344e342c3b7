#ifndef itkPreamarGaussian_h
#define itkPreamarGaussian_h

#include "itkFixedArray.h"
#include "itkVector.h"

#include <preamar/error.h>
#include <preamar/gaussian.h>

#include <algorithm>
#include <cmath>

namespace itk {

/** \class PreamarGaussian
 * \brief Converts ITK's parameters of a Gaussian, a variance per axis, to Preamar's: one sigma and a spacing per axis.
 * \ingroup Preamar
 */
template <unsigned int VDimension>
class PreamarGaussian {
 public:
  using ArrayType = FixedArray<double, VDimension>;

  PreamarGaussian(const ArrayType& variance, const ArrayType& error, const Vector<double, VDimension>& spacing,
                  bool useSpacing = true)
      : m_Error(error) {
    for (unsigned int axis = 0; axis < VDimension; ++axis)
      m_Sigma[axis] = std::sqrt(variance[axis]) / (useSpacing ? spacing[axis] : 1);
  }

  /** The same variance for all axes, with ITK's default error. */
  [[nodiscard]] bool IsOneForAll() const {
    const double most = 1e-9 * m_Sigma[0];
    return std::all_of(m_Sigma.begin(), m_Sigma.end(), [&](double s) { return std::abs(s - m_Sigma[0]) <= most; }) &&
           std::all_of(m_Error.begin(), m_Error.end(), [](double error) { return error == 0.01; });
  }
  /** Sigma in pixels. */
  [[nodiscard]] double SigmaOfAll() const { return m_Sigma[0]; }

  /** Throws preamar::Error if the maximum errors of the axes differ. */
  [[nodiscard]] preamar::GaussianOptions Options() const {
    const auto [least, most] = std::minmax_element(m_Error.begin(), m_Error.end());
    if (*least != *most)
      throw preamar::Error(preamar::ErrorKind::call, "MaximumError differs between axes; give one for all");
    preamar::GaussianOptions options{
        .sigma = *std::max_element(m_Sigma.begin(), m_Sigma.end()),
        .spacing = {},
        .kernel = preamar::GaussianKernel::discrete,
        .error = *most,
    };
    // An axis that is not smoothed gets a spacing that is much larger than sigma.
    constexpr double nothing = 1e-9;
    for (unsigned int axis = VDimension; axis-- > 0;)
      options.spacing.push_back(options.sigma > 0 ? options.sigma / std::max(m_Sigma[axis], nothing) : 1);
    return options;
  }

  /** An upper bound of the kernel radius along an axis, in pixels, by Chernoff's bound of the part of its sum beyond r:
   * 2 exp(sqrt(r^2 + v^2) - v - r asinh(r / v)) for variance v. */
  [[nodiscard]] SizeValueType Radius(unsigned int axis) const {
    const double variance = m_Sigma[axis] * m_Sigma[axis];
    SizeValueType radius = 1;
    const auto beyond = [&](double r) {
      return 2 * std::exp(std::hypot(r, variance) - variance - r * std::asinh(r / variance));
    };
    while (variance > 0 && beyond(static_cast<double>(radius + 1)) > m_Error[axis]) ++radius;
    return radius;
  }

 private:
  ArrayType m_Sigma, m_Error;
};

}  // namespace itk

#endif
