package org.flashgrove.storage.log.commit;

/**
 * Padding that keeps a lease in a cache line of its own. Each query writes to its lease twice.
 * Without padding, these writes would slow down threads whose leases are in the same cache line.
 */
@SuppressWarnings("unused")
abstract class LeasePadding {
  private long p0;
  private long p1;
  private long p2;
  private long p3;
  private long p4;
  private long p5;
  private long p6;
  private long p7;
  private long p8;
  private long p9;
  private long p10;
  private long p11;
  private long p12;
  private long p13;
  private long p14;
  private long p15;
}
