package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.Set;

/** A library or configuration that takes part in the benchmark. */
public interface Peer {
  /** Returns a one-line description of the peer and its configuration. */
  String description();

  /** Returns the peer's abilities. */
  Set<Ability> abilities();

  /** Creates an index in an empty directory. */
  PeerIndex create(Path directory, Use use) throws Exception;

  /** Opens the index in a directory, which was created for {@link Use#LOAD}. */
  default PeerIndex open(Path directory) throws Exception {
    throw new UnsupportedOperationException("open");
  }
}
