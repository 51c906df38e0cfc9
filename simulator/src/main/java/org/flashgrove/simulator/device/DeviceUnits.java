package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.unitspace.UnitMedium;

/**
 * A device as a sequence of units, which are runs of the same number of consecutive pages. Unit 0
 * begins at page 0.
 */
class DeviceUnits implements UnitMedium {
  private static final Origin[] ORIGINS = Origin.values();
  private static final Cause[] CAUSES = Cause.values();
  private static final int CAUSE_SHIFT = 8;

  private final SimulatedDevice device;
  private final int unitPages;
  private final int units;

  /**
   * Tags of the pages that the current request writes, in order. {@link #firstPage} is the first of
   * these pages on the device.
   */
  private int[] tags = new int[0];

  private long firstPage;

  DeviceUnits(SimulatedDevice device, int unitPages) {
    this.device = device;
    this.unitPages = unitPages;
    units = Math.toIntExact(device.pageCount() / unitPages);
    device.causes(page -> causeOf(tags[(int) (page - firstPage)]));
  }

  /**
   * Returns a view of a device as units. On a drive with zones a unit is a zone; on a drive with
   * several placement handles the view names the handle of each write.
   */
  static DeviceUnits of(SimulatedDevice device, int unitPages) {
    if (device instanceof ZnsDisk zones) {
      return new DeviceUnits(device, unitPages) {
        @Override
        public int written(int unit) {
          return zones.isFull(unit) ? unitPages : zones.written(unit);
        }

        @Override
        public void finish(int unit, int handle) {
          zones.finish(unit);
        }
      };
    }
    if (device instanceof FdpDisk disk && disk.handles() > 1) {
      return new DeviceUnits(device, unitPages) {
        @Override
        public void append(int unit, int page, int handle, int[] tags, ByteBuffer from) {
          disk.handle(handle);
          super.append(unit, page, handle, tags, from);
        }

        @Override
        public void finish(int unit, int handle) {
          disk.update(handle);
        }
      };
    }
    return new DeviceUnits(device, unitPages);
  }

  /** Returns a tag that encodes the origin and the cause of a page that the host writes. */
  static int tag(Origin origin, Cause cause) {
    return origin.ordinal() | cause.ordinal() << CAUSE_SHIFT;
  }

  private static Origin originOf(int tag) {
    return switch (tag) {
      case SUMMARY -> Origin.MAP;
      case PADDING -> Origin.HOST;
      default -> ORIGINS[tag & (1 << CAUSE_SHIFT) - 1];
    };
  }

  private static Cause causeOf(int tag) {
    return switch (tag) {
      case SUMMARY -> Cause.CHECKPOINT;
      case PADDING -> Cause.PADDING;
      default -> (tag & MOVED) == 0 ? CAUSES[tag >> CAUSE_SHIFT] : Cause.COLLECTION;
    };
  }

  private long place(int unit, int page) {
    return (long) unit * unitPages + page;
  }

  @Override
  public int pageBytes() {
    return device.pageBytes();
  }

  @Override
  public int units() {
    return units;
  }

  @Override
  public int unitPages() {
    return unitPages;
  }

  @Override
  public void append(int unit, int page, int handle, int[] pageTags, ByteBuffer from) {
    tags = pageTags;
    firstPage = place(unit, page);
    int end;
    for (int start = 0; start < tags.length; start = end) {
      Origin origin = originOf(tags[start]);
      end = start + 1;
      while (end < tags.length && originOf(tags[end]) == origin) {
        end++;
      }
      int bytes = (end - start) * pageBytes();
      ByteBuffer content = from.slice(start * pageBytes(), bytes).order(ByteOrder.LITTLE_ENDIAN);
      device.write(firstPage + start, end - start, origin, content);
    }
  }

  @Override
  public void read(int unit, int page, int count, int tag, ByteBuffer into, int at) {
    ByteBuffer target = into.slice(at, count * pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
    device.read(place(unit, page), count, originOf(tag), target);
  }

  @Override
  public int written(int unit) {
    return -1;
  }

  @Override
  public void finish(int unit, int handle) {
    // the device does not know units
  }

  @Override
  public void reset(int unit) {
    device.trim(place(unit, 0), unitPages, Origin.MAP);
  }

  @Override
  public void flush() {
    device.flush(Origin.MAP);
  }
}
