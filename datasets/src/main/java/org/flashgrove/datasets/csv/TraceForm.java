package org.flashgrove.datasets.csv;

/** Forms of block traces in CSV, both without a header. */
public enum TraceForm {
  /**
   * The Storage Performance Council's trace format, as in the UMass repository: {@code
   * unit,block,bytes,r|w,seconds}, blocks of 512 bytes, further fields not looked at.
   */
  SPC(HeaderForm.of("unit", "block", "bytes", "opcode", "seconds"), 64),

  /**
   * Microsoft Research, Cambridge, as in SNIA's repository: {@code
   * timestamp,host,disk,Read|Write,offset,bytes,responsetime}, time stamps in units of 100 ns, the
   * response time not looked at and not needed.
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
