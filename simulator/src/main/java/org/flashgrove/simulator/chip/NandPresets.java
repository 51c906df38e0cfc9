package org.flashgrove.simulator.chip;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.SpecException;

/**
 * Registry of chip types by name, each with one die. The bus speed applies only with {@code
 * timing=parallel}.
 *
 * <table>
 *   <caption>Read, program and erase times in µs, dimensions, and source</caption>
 *   <tr><td>{@code thesis}</td><td>30, 300, 2,500; 512 MiB in blocks of 64 pages of 2 KiB: the device
 *       that Carniel's thesis (2019, chapter 5) gives to Flash-DBSim. The thesis does not state an endurance; 100,000 erases are usual for single-bit cells. The bus is that of the Toshiba data sheets below</td></tr>
 *   <tr><td>{@code tc58nvg1s3e}</td><td>25 (max), 300, 2,500 (typ.); 2,048 blocks of 64 pages of 2,048 +
 *       64 bytes, in two planes; bus cycle 25 ns, 8 bits wide: Toshiba data sheet of 2012-09-01. One bit in
 *       512 bytes is corrected</td></tr>
 *   <tr><td>{@code tc58nvg3s0f}</td><td>30 (max), 300, 3,000 (typ.); 4,096 blocks of 64 pages of 4,096 +
 *       232 bytes, in two planes; bus cycle 25 ns: Toshiba data sheet of 2012-01-16. Four bits in 512 bytes
 *       are corrected</td></tr>
 *   <tr><td>{@code k9}</td><td>25, 200, 1,500; 4,096 blocks of 64 pages of 2,048 + 64 bytes in two
 *       planes; bus cycle 25 ns: Samsung's K9F4G08 generation of one-bit cells. The read time is the one commonly quoted (20 to 25). All other values, including 100,000 erases and one corrected bit in 512 bytes, are from the data sheet of the K9K8G08U0M, which has two such dies</td></tr>
 *   <tr><td>{@code mlc}</td><td>50, 600 to 900, 3,000; 3,000 erases: a class of chips, not a chip type; geometry, bus and error correction are chosen to match</td></tr>
 *   <tr><td>{@code tlc}</td><td>75, 900 to 1,350, 4,500; 1,000 erases: a class of chips, not a chip type</td></tr>
 *   <tr><td>{@code qlc}</td><td>170, 862 to 9,174, 3,000: extrapolated by an emulator, not from a data sheet; the read time is the maximum of 59 to 170; 1,000 erases are a guess</td></tr>
 *   <tr><td>{@code nandsim}</td><td>25, 200, 2,000: defaults of the Linux kernel's nandsim module,
 *       here as 1 GiB with pages of 2 KiB; its bus cycles are 40 ns for output and 50 ns for input; here both are 50 ns</td></tr>
 * </table>
 */
public final class NandPresets {
  private static final Map<String, NandModel> PRESETS = new LinkedHashMap<>();

  static {
    add("thesis", plane(4096, 64, 2048, 64), slc(30, 300, 2500, 40), 100_000, 8);
    add("tc58nvg1s3e", planes(2, 1024, 64, 2048, 64), slc(25, 300, 2500, 40), 100_000, 4);
    add("tc58nvg3s0f", planes(2, 2048, 64, 4096, 232), slc(30, 300, 3000, 40), 100_000, 32);
    add("k9", planes(2, 2048, 64, 2048, 64), slc(25, 200, 1500, 40), 100_000, 4);
    add("mlc", planes(2, 1024, 128, 4096, 224), cells(2, 50, 600, 900, 3000, 200), 3000, 96);
    add("tlc", planes(2, 512, 192, 8192, 640), cells(3, 75, 900, 1350, 4500, 400), 1000, 480);
    add("qlc", planes(2, 256, 256, 16384, 1952), cells(4, 170, 862, 9174, 3000, 800), 1000, 1440);
    add("nandsim", plane(8192, 64, 2048, 64), slc(25, 200, 2000, 20), 100_000, 4);
  }

  private NandPresets() {}

  private static void add(
      String name, FlashGeometry geometry, NandTiming timing, int endurance, int correctableBits) {
    PRESETS.put(name, new NandModel(name, geometry, timing, endurance, correctableBits));
  }

  private static FlashGeometry plane(int blocks, int pages, int pageBytes, int oobBytes) {
    return planes(1, blocks, pages, pageBytes, oobBytes);
  }

  private static FlashGeometry planes(
      int planes, int blocksPerPlane, int pages, int pageBytes, int oobBytes) {
    return new FlashGeometry(1, 1, planes, blocksPerPlane, pages, pageBytes, oobBytes);
  }

  private static NandTiming slc(long read, long program, long erase, int busBytesPerMicro) {
    return cells(1, read, program, program, erase, busBytesPerMicro);
  }

  private static NandTiming cells(
      int bits, long read, long fastest, long slowest, long erase, int busBytesPerMicro) {
    return new NandTiming(
        read * 1000, fastest * 1000, slowest * 1000, bits, erase * 1000, busBytesPerMicro, 20_000);
  }

  /** Returns the names of all chip types. */
  public static Set<String> names() {
    return PRESETS.keySet();
  }

  /**
   * Returns the chip type with the given name, with one die on one channel.
   *
   * @throws SpecException if no such chip type exists
   */
  public static NandModel named(String name) {
    NandModel model = PRESETS.get(name);
    if (model == null) {
      throw new SpecException(
          "nand: chip=" + name + " (allowed: " + String.join(", ", PRESETS.keySet()) + ")");
    }
    return model;
  }
}
