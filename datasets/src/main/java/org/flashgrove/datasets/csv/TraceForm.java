package org.flashgrove.datasets.csv;

/** Forms of block traces in CSV. They have no header. */
public enum TraceForm {
  /**
   * Trace format of the Storage Performance Council, as in the UMass repository: {@code
   * unit,block,bytes,r|w,seconds}. Blocks have 512 bytes. Further fields are ignored.
   */
  SPC(HeaderForm.of("unit", "block", "bytes", "opcode", "seconds"), 64),

  /**
   * Trace format of Microsoft Research, Cambridge, as in SNIA's repository: {@code
   * timestamp,host,disk,Read|Write,offset,bytes,responsetime}. Timestamps are in units of 100 ns.
   * The response time is optional and ignored.
   */
  MSR(HeaderForm.of("timestamp", "host", "disk", "type", "offset", "bytes"), 7);

  private final HeaderForm columns;
  private final int mostFields;

  TraceForm(HeaderForm columns, int mostFields) {
    this.columns = columns;
    this.mostFields = mostFields;
  }

  HeaderForm columns() {
    return columns;
  }

  int mostFields() {
    return mostFields;
  }
}
