package org.flashgrove.lab.bench;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Measures peers side by side. An implementation joins as a service, so that the class path of the
 * command line is free of the peers' libraries.
 */
public interface Benchmarks {
  /**
   * Measures what was asked for, and writes the report into its directory.
   *
   * @param progress takes a line when a part has been measured
   * @throws IllegalArgumentException naming what is not known and what is allowed
   * @throws IOException if files cannot be written, or a peer's process fails
   */
  BenchmarkReport run(BenchmarkRequest request, Consumer<String> progress) throws IOException;
}
