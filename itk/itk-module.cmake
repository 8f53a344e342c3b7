set(DOCUMENTATION "Filters of the library Preamar, named and parametrised as ITK's own: morphological reconstruction and what
follows from it, connected components, exact distances, watershed, Gaussian, Sobel and Canny, on all cores and on devices.")

itk_module(Preamar
  DEPENDS
    ITKCommon
    ITKImageIntensity
    ITKSmoothing
  TEST_DEPENDS
    ITKTestKernel
    ITKBinaryMathematicalMorphology
    ITKConnectedComponents
    ITKDistanceMap
    ITKImageFeature
    ITKIOMeta
    ITKLabelMap
    ITKMathematicalMorphology
    ITKThresholding
    ITKWatersheds
  EXCLUDE_FROM_DEFAULT
  DESCRIPTION "${DOCUMENTATION}"
)
