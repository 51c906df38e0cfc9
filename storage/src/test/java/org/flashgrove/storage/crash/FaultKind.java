package org.flashgrove.storage.crash;

/**
 * The 18 ways in which a device fails or lies. Each happens at a chosen call, once or from then on.
 *
 * <ol>
 *   <li>{@link #READ_FAILS}: a read ends in EIO
 *   <li>{@link #READ_SHORT}: a read transfers half of its bytes, then EIO
 *   <li>{@link #READ_FLIPPED}: a read brings one wrong bit; the bytes on the device are right
 *   <li>{@link #READ_MISDIRECTED}: a read brings the bytes of another offset
 *   <li>{@link #READ_STALE}: a read brings each sector as it was before it was last written
 *   <li>{@link #READ_ZERO}: a read brings zeros
 *   <li>{@link #WRITE_FAILS}: a write ends in EIO, nothing is written
 *   <li>{@link #WRITE_FULL}: a write ends in ENOSPC, nothing is written
 *   <li>{@link #WRITE_SHORT}: a write transfers half of its bytes, then ENOSPC
 *   <li>{@link #WRITE_FLIPPED}: a write writes one wrong bit
 *   <li>{@link #WRITE_MISDIRECTED}: a write goes to another offset
 *   <li>{@link #WRITE_LOST}: a write writes nothing, but reports success
 *   <li>{@link #WRITE_TORN}: a write writes its first half, but reports success
 *   <li>{@link #RESIZE_FAILS}: a change of a file's length ends in ENOSPC
 *   <li>{@link #SYNC_FAILS}: a sync ends in EIO; what was written can still be read
 *   <li>{@link #SYNC_DROPS}: a sync ends in EIO, and what was not durable is forgotten; a later
 *       sync of what is left succeeds (as Linux does with pages it could not write)
 *   <li>{@link #DIRECTORY_SYNC_FAILS}: a sync of the directory ends in EIO
 *   <li>{@link #NAMING_FAILS}: a creation, opening, renaming or deletion ends in EIO
 * </ol>
 */
public enum FaultKind {
  READ_FAILS(Call.READ, false),
  READ_SHORT(Call.READ, false),
  READ_FLIPPED(Call.READ, true),
  READ_MISDIRECTED(Call.READ, true),
  READ_STALE(Call.READ, true),
  READ_ZERO(Call.READ, true),
  WRITE_FAILS(Call.WRITE, false),
  WRITE_FULL(Call.WRITE, false),
  WRITE_SHORT(Call.WRITE, false),
  WRITE_FLIPPED(Call.WRITE, true),
  WRITE_MISDIRECTED(Call.WRITE, true),
  WRITE_LOST(Call.WRITE, true),
  WRITE_TORN(Call.WRITE, true),
  RESIZE_FAILS(Call.RESIZE, false),
  SYNC_FAILS(Call.SYNC, false),
  SYNC_DROPS(Call.SYNC, false),
  DIRECTORY_SYNC_FAILS(Call.DIRECTORY_SYNC, false),
  NAMING_FAILS(Call.NAMING, false);

  /** The calls that a fault happens to. */
  public enum Call {
    READ,
    WRITE,
    RESIZE,
    SYNC,
    DIRECTORY_SYNC,
    NAMING
  }

  private final Call call;
  private final boolean silent;

  FaultKind(Call call, boolean silent) {
    this.call = call;
    this.silent = silent;
  }

  /** Returns the calls it happens to. */
  public Call call() {
    return call;
  }

  /** Returns whether the device reports success. */
  public boolean isSilent() {
    return silent;
  }

  /** Returns whether bytes that were reported as written do not get where they belong. */
  public boolean losesWrites() {
    return silent && call == Call.WRITE;
  }
}
