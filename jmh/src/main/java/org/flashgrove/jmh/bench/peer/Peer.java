package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.util.Set;

/** A side of the comparison. */
public interface Peer {
  /** Returns what it is and how it is set up, in a line. */
  String description();

  /** Returns what it can do. */
  Set<Ability> abilities();

  /** Creates an index in an empty directory. */
  PeerIndex create(Path directory, Use use) throws Exception;

  /** Opens the index in a directory, which was made for {@link Use#LOAD}. */
  default PeerIndex open(Path directory) throws Exception {
    throw new UnsupportedOperationException("open");
  }
}
