package org.flashgrove.lab.bench;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Measures Flashgrove and other libraries with the same data and queries. The implementation is
 * found as a Java service, so the command line does not need the other libraries on its class path.
 */
public interface Benchmarks {
  /**
   * Runs a benchmark, and writes a report into the directory that the request names.
   *
   * @param progress receives a line of text after each part of the benchmark
   * @throws IllegalArgumentException if a name is unknown; the message lists the known names
   * @throws IOException if files cannot be written, or a peer's process fails
   */
  BenchmarkReport run(BenchmarkRequest request, Consumer<String> progress) throws IOException;
}
