package org.flashgrove.simulator.chip;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.SpecException;

/**
 * Parts by name.
 *
 * <p>Where a figure comes from is said at each. Figures of classes (mlc, tlc, qlc) are typical of a
 * generation, not of a part. The speed of the bus counts only with {@code timing=parallel}.
 */
public final class NandPresets {
  private static final Map<String, NandModel> PRESETS = new LinkedHashMap<>();

  static {
    // Carniel, thesis 2019, section 5.4: Flash-DBSim with 30, 300 and 2,500 µs, blocks of 128 KiB,
    // pages of 2 KiB, 512 MiB. Endurance: its limit of erases is not given; 100,000 is usual for
    // SLC.
    add("thesis", plane(4096, 64, 2048, 64), slc(30, 300, 2500, 40), 100_000, 8);
    // Toshiba TC58NVG1S3E, 2 Gbit SLC: 25, 300, 2,500 µs; 2,048 blocks of 64 pages of 2,048 + 64
    // bytes; cycle of 25 ns (40 bytes a µs) for 8 bits; 1 bit per 528 bytes is to be corrected.
    add("tc58nvg1s3e", plane(2048, 64, 2048, 64), slc(25, 300, 2500, 40), 100_000, 4);
    // Toshiba TC58NVG3S0F, 8 Gbit SLC: 30, 300, 3,000 µs; 4,096 blocks of 64 pages of 4,096 + 232
    // bytes in two planes; cycle of 25 ns; 4 bits per 512 bytes are to be corrected.
    add("tc58nvg3s0f", planes(2, 2048, 64, 4096, 232), slc(30, 300, 3000, 40), 100_000, 32);
    // Samsung K9F2G08-like SLC, 2 Gbit: 25, 200, 1,500 µs as commonly quoted in simulators; 64 +
    // 2,048
    // bytes, 2,048 blocks in two planes; cycle of 25 ns. Quoted from memory of the family, no
    // sheet.
    add("k9", planes(2, 1024, 64, 2048, 64), slc(25, 200, 1500, 40), 100_000, 4);
    // MLC class: 50, 600 to 900, 3,000 µs, 3,000 cycles; 128 pages of 4 KiB, 40 bits per page.
    add("mlc", planes(2, 1024, 128, 4096, 224), cells(2, 50, 600, 900, 3000, 200), 3000, 96);
    // TLC class: 75, 900 to 1,350, 4,500 µs, 1,000 cycles; 192 pages of 8 KiB.
    add("tlc", planes(2, 512, 192, 8192, 640), cells(3, 75, 900, 1350, 4500, 400), 1000, 480);
    // QLC class: 170, 862 to 9,174, 3,000 µs: extrapolated in an emulator, not from a data sheet.
    // The
    // read is the slow end of 59 to 170; 256 pages of 16 KiB; 1,000 cycles is a cautious guess.
    add("qlc", planes(2, 256, 256, 16384, 1952), cells(4, 170, 862, 9174, 3000, 800), 1000, 1440);
    // The Linux kernel's nandsim as 1 GiB with 2 KiB pages: 8,192 blocks of 64 pages; its module
    // parameters default to 25, 200 and 2,000 µs and 25 ns output and input cycles.
    add("nandsim", plane(8192, 64, 2048, 64), slc(25, 200, 2000, 40), 100_000, 4);
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

  /** Names of all parts. */
  public static Set<String> names() {
    return PRESETS.keySet();
  }

  /**
   * A part by its name, as one die on one channel.
   *
   * @throws SpecException if there is none of that name
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
