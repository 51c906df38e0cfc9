package org.flashgrove.jmh.bench.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.peer.Peers;

/**
 * Results of all peers (libraries and indexes) on one data set.
 *
 * @param data name of the data set
 * @param entries number of entries
 * @param isDouble whether coordinates are doubles; if not, a float can store each without rounding
 * @param sides the peers, once for each garbage collector
 */
public record Comparison(String data, long entries, boolean isDouble, List<Side> sides) {
  private static final Set<String> TREES = Set.of(Peers.OURS + "-points", Peers.OURS + "-rstar");

  /**
   * Returns the measurement that a row of the report shows for a peer. Returns null if it was not
   * measured.
   */
  Measurement row(String peer, String row) {
    for (Side side : sides) {
      if (side.label().equals(peer)) {
        return side.row(row);
      }
    }
    return null;
  }

  /**
   * Returns the names of the Flashgrove peers that ran under the JVM's default garbage collector.
   */
  public List<String> ours() {
    return underOwnCollector(true).stream().map(Side::peer).toList();
  }

  /** Returns the peers other than Flashgrove that ran under the JVM's default garbage collector. */
  List<Side> others() {
    return underOwnCollector(false);
  }

  /**
   * Returns the Flashgrove trees with a page cache that ran under the JVM's default garbage
   * collector.
   */
  List<Side> trees() {
    return underOwnCollector(true).stream().filter(side -> TREES.contains(side.peer())).toList();
  }

  private List<Side> underOwnCollector(boolean isOurs) {
    return sides.stream()
        .filter(side -> side.collector().isEmpty() && side.peer().startsWith(Peers.OURS) == isOurs)
        .toList();
  }

  /** Returns the results as members of a JSON object. */
  public Map<String, Object> members() {
    return Map.of(
        "data",
        data,
        "entries",
        entries,
        "coordinates",
        isDouble ? "double" : "float",
        "peers",
        sides.stream().map(Side::members).toList());
  }
}
