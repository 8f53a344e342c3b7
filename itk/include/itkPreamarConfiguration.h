#ifndef itkPreamarConfiguration_h
#define itkPreamarConfiguration_h

#include "itkObject.h"
#include "itkObjectFactory.h"

#include <preamar/blocks.h>
#include <preamar/execution.h>

#include <atomic>
#include <cstdint>
#include <ostream>
#include <string>

namespace itk {

/** \class PreamarConfiguration
 * \brief Device, threads, memory and launch shape of Preamar filters: one object for a pipeline, or one per filter.
 *
 * A filter without a configuration runs on the CPU, with as many threads as ITK uses. Results do not depend on these
 * settings. After a change, the filters that share the object execute again.
 *
 * \ingroup Preamar
 */
class PreamarConfiguration : public Object {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarConfiguration);

  using Self = PreamarConfiguration;
  using Superclass = Object;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarConfiguration, Object);

  /** "cpu" (default), or a device such as "opencl:0" or "cuda:0"; `preamar devices` lists them. */
  itkSetMacro(Device, std::string);
  itkGetConstReferenceMacro(Device, std::string);

  /** Maximum number of threads. 0 (default): as many as the filter's multi-threader. */
  itkSetMacro(Threads, int);
  itkGetConstMacro(Threads, int);

  /** Maximum memory of a filter beyond its images, in bytes. 0 (default): no limit. */
  itkSetMacro(ScratchMemory, std::int64_t);
  itkGetConstMacro(ScratchMemory, std::int64_t);

  /** Maximum memory of the process in a call of preamar::run_in_blocks(), in bytes. 0 (default): three quarters of the
   * memory of the machine. */
  itkSetMacro(Memory, std::int64_t);
  itkGetConstMacro(Memory, std::int64_t);

  /** Pixels per side of a block, for preamar::run_in_blocks(). 0 (default): as large as memory allows. */
  itkSetMacro(Tile, std::int64_t);
  itkGetConstMacro(Tile, std::int64_t);

  /** Maximum number of work-groups (CUDA: blocks) per kernel launch on a device. 0 (default): 64 per compute unit. */
  itkSetMacro(DeviceGroups, std::int64_t);
  itkGetConstMacro(DeviceGroups, std::int64_t);

  /** Side of a tile, in pixels, when a 2-D image is flooded on a device: 32 or 64, which is also the number of items
   * per group. 0 (default): chosen for the device. */
  itkSetMacro(DeviceTile, int);
  itkGetConstMacro(DeviceTile, int);

  /** Whether the device has its own memory. */
  [[nodiscard]] bool IsDeviceApart() const { return m_Device != "cpu" && m_Device != "reference"; }

  /** The execution settings for calls of Preamar's functions. */
  [[nodiscard]] preamar::Execution GetExecution() const {
    return {.device = m_Device,
            .threads = m_Threads,
            .scratch_memory = m_ScratchMemory,
            .device_groups = m_DeviceGroups,
            .device_tile = m_DeviceTile};
  }
  /** The settings for preamar::run_in_blocks() on images with `rank` axes. */
  [[nodiscard]] preamar::BlockSettings GetBlockSettings(int rank) const {
    preamar::BlockSettings settings{.memory = m_Memory};
    const std::int64_t sides[] = {m_Tile, m_Tile, m_Tile};
    if (m_Tile > 0) settings.block = preamar::Shape(sides, rank);
    return settings;
  }

  /** Number of images that filters with this configuration copied to the device, and from it. */
  [[nodiscard]] std::int64_t GetCopiesToDevice() const { return m_CopiesToDevice; }
  [[nodiscard]] std::int64_t GetCopiesToHost() const { return m_CopiesToHost; }
  void CountCopyToDevice() const { ++m_CopiesToDevice; }
  void CountCopyToHost() const { ++m_CopiesToHost; }

 protected:
  PreamarConfiguration() = default;
  ~PreamarConfiguration() override = default;

  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "Device: " << m_Device << '\n'
       << indent << "Threads: " << m_Threads << '\n'
       << indent << "ScratchMemory: " << m_ScratchMemory << '\n'
       << indent << "Memory: " << m_Memory << '\n'
       << indent << "Tile: " << m_Tile << '\n'
       << indent << "DeviceGroups: " << m_DeviceGroups << '\n'
       << indent << "DeviceTile: " << m_DeviceTile << '\n'
       << indent << "CopiesToDevice: " << m_CopiesToDevice << '\n'
       << indent << "CopiesToHost: " << m_CopiesToHost << '\n';
  }

 private:
  std::string m_Device = "cpu";
  int m_Threads = 0;
  std::int64_t m_ScratchMemory = 0;
  std::int64_t m_Memory = 0;
  std::int64_t m_Tile = 0;
  std::int64_t m_DeviceGroups = 0;
  int m_DeviceTile = 0;
  mutable std::atomic<std::int64_t> m_CopiesToDevice = 0;
  mutable std::atomic<std::int64_t> m_CopiesToHost = 0;
};

}  // namespace itk

#endif
