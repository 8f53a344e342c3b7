set(DOCUMENTATION "Filters of the library Preamar with the names and parameters of ITK's own: morphological reconstruction,
h-extrema, hole filling, connected components, distance maps, watershed, Gaussian, Sobel and Canny, on all cores and on
devices.")

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
