package org.flashgrove.simulator.trace;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;

/**
 * Layout of a native trace, little endian; {@code docs/format/trace.md} describes it with the same
 * terms.
 *
 * <pre>
 * header                                 record
 * offset  bytes  field                   offset  bytes  field
 *      0      4  magic                        0      8  arrival in nanoseconds
 *      4      2  format version               8      8  offset in bytes
 *      6      2  1 if timed, else 0          16      8  length in bytes
 *      8     20  zero                        24      1  kind
 *     28      4  checksum                    25      1  origin
 *     32         records                     26      2  unit
 *                                            28      4  checksum
 * </pre>
 *
 * <p>A checksum is the CRC-32C of the preceding 28 bytes.
 */
final class TraceFormat {
  static final int FORMAT_VERSION = 1;
  static final int MAGIC = 0x31_54_47_46; // "FGT1" in the file
  static final int AT_FORMAT = 4;
  static final int AT_TIMED = 6;

  static final int AT_ARRIVAL = 0;
  static final int AT_OFFSET = 8;
  static final int AT_LENGTH = 16;
  static final int AT_KIND = 24;
  static final int AT_ORIGIN = 25;
  static final int AT_UNIT = 26;

  static final int RECORD_BYTES = 32;
  static final int AT_CRC = 28;
  static final int MOST_UNITS = 1 << 16;

  /** Kinds by their number in the file. */
  static final OperationKind[] KINDS = {
    OperationKind.READ, OperationKind.WRITE, OperationKind.TRIM, OperationKind.FLUSH
  };

  /** Origins by their number in the file. */
  static final Origin[] ORIGINS = {
    Origin.HOST,
    Origin.LEAF,
    Origin.INTERNAL,
    Origin.INDEX,
    Origin.LOG,
    Origin.MAP,
    Origin.HEAP,
    Origin.TEMP,
    Origin.PRECONDITION,
    Origin.COMPONENT_UPPER,
    Origin.COMPONENT_LOWER
  };

  private TraceFormat() {}

  static int checksum(CRC32C crc, ByteBuffer record) {
    crc.reset();
    crc.update(record.array(), 0, AT_CRC);
    return (int) crc.getValue();
  }
}
