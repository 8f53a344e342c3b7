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
 * \brief Where and how the Preamar filters of a pipeline run; one object is given to all of them.
 *
 * A filter that was given none runs on the processor, with as many threads as ITK would use. Results do not depend on
 * any of this. A change makes the filters that share the object execute again.
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

  /** "cpu", or a device such as "opencl:0" or "cuda:0"; `preamar devices` lists them. */
  itkSetMacro(Device, std::string);
  itkGetConstReferenceMacro(Device, std::string);

  /** 0: as many as the filter's multi-threader. */
  itkSetMacro(Threads, int);
  itkGetConstMacro(Threads, int);

  /** Bytes that a filter may use beyond its images. 0: no limit. */
  itkSetMacro(ScratchMemory, std::int64_t);
  itkGetConstMacro(ScratchMemory, std::int64_t);

  /** Bytes that a call of the block engine may use in all. 0: three quarters of the machine's. */
  itkSetMacro(Memory, std::int64_t);
  itkGetConstMacro(Memory, std::int64_t);

  /** The side of the blocks in which the block engine works on files, in pixels. 0: as memory allows. */
  itkSetMacro(Tile, std::int64_t);
  itkGetConstMacro(Tile, std::int64_t);

  /** Whether the device has memory of its own. */
  [[nodiscard]] bool IsDeviceApart() const { return m_Device != "cpu" && m_Device != "reference"; }

  /** For calls of Preamar's own functions. */
  [[nodiscard]] preamar::Execution GetExecution() const {
    return {.device = m_Device, .threads = m_Threads, .scratch_memory = m_ScratchMemory};
  }
  /** For preamar::run_in_blocks() on images of `rank` axes. */
  [[nodiscard]] preamar::BlockSettings GetBlockSettings(int rank) const {
    preamar::BlockSettings settings{.memory = m_Memory};
    const std::int64_t sides[] = {m_Tile, m_Tile, m_Tile};
    if (m_Tile > 0) settings.block = preamar::Shape(sides, rank);
    return settings;
  }

  /** Images that were copied to the device, and from it, on behalf of filters with this configuration. */
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
       << indent << "CopiesToDevice: " << m_CopiesToDevice << '\n'
       << indent << "CopiesToHost: " << m_CopiesToHost << '\n';
  }

 private:
  std::string m_Device = "cpu";
  int m_Threads = 0;
  std::int64_t m_ScratchMemory = 0;
  std::int64_t m_Memory = 0;
  std::int64_t m_Tile = 0;
  mutable std::atomic<std::int64_t> m_CopiesToDevice = 0;
  mutable std::atomic<std::int64_t> m_CopiesToHost = 0;
};

}  // namespace itk

#endif
