package org.flashgrove.jmh.bench.report;

import java.util.List;
import java.util.Map;
import org.flashgrove.jmh.bench.measure.Measurement;
import org.flashgrove.jmh.bench.peer.Peers;

/**
 * All peers over one data set.
 *
 * @param data its name
 * @param entries how many
 * @param sides the peers
 */
public record Comparison(String data, long entries, List<Side> sides) {
  /** Returns a row of a peer, or null. */
  Measurement row(String peer, String row) {
    for (Side side : sides) {
      if (side.peer().equals(peer)) {
        return side.rows().get(row);
      }
    }
    return null;
  }

  /** Returns the words of the peers that are ours. */
  public List<String> ours() {
    return sides.stream().map(Side::peer).filter(peer -> peer.startsWith(Peers.OURS)).toList();
  }

  /** Returns the peers that are not ours. */
  List<Side> others() {
    return sides.stream().filter(side -> !side.peer().startsWith(Peers.OURS)).toList();
  }

  /** Returns the members of a JSON object. */
  public Map<String, Object> members() {
    return Map.of(
        "data", data, "entries", entries, "peers", sides.stream().map(Side::members).toList());
  }
}
