package org.flashgrove.jmh.bench.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Registry of the benchmark's peers, which are libraries and indexes, by name. */
public final class Peers {
  /**
   * Name of the peer for Flashgrove with default options. The report compares other peers with it.
   */
  public static final String OURS = "flashgrove";

  private static final Map<String, Function<PeerSettings, Peer>> ALL = new LinkedHashMap<>();

  private static final Map<String, Function<PeerSettings, Peer>> TABLES = new LinkedHashMap<>();

  private static final List<String> ON_REQUEST;

  static {
    TABLES.put(OURS + "-table", FlashgroveTablePeer::new);
    TABLES.put("sqlite-table", SqliteTablePeer::new);
    TABLES.put("h2-table", H2TablePeer::new);
    ALL.put(OURS, FlashgrovePeer::ofDefaults);
    ALL.put("lucene", LucenePeer::bare);
    ALL.put("h2", H2Peer::new);
    ALL.put("sqlite", SqlitePeer::new);
    ALL.put("hprtree", settings -> new HprTreePeer());
    ALL.put("strtree", settings -> new StrTreePeer());
    ALL.put("tinspin", settings -> new TinspinPeer());
    List<String> usual = List.copyOf(ALL.keySet());
    for (String index : FlashgrovePeer.INDICES.keySet()) {
      ALL.put(OURS + "-" + index, settings -> FlashgrovePeer.of(index, settings));
    }
    TABLES.forEach(ALL::put);
    ALL.put("duckdb", DuckDbPeer::new);
    ALL.put("lucene-ids", LucenePeer::withIds);
    // former name, from when Grove was not the default
    ALL.put(OURS + "-grove", FlashgrovePeer::ofDefaults);
    ON_REQUEST = ALL.keySet().stream().filter(word -> !usual.contains(word)).toList();
  }

  private Peers() {}

  /** Returns the names of the peers that are measured by default. */
  public static List<String> usual() {
    return ALL.keySet().stream().filter(word -> !ON_REQUEST.contains(word)).toList();
  }

  /** Returns the names of the peers that store rows. */
  public static List<String> tables() {
    return List.copyOf(TABLES.keySet());
  }

  /** Throws an exception if there is no peer with this name. */
  public static void requireKnown(String word) {
    if (!ALL.containsKey(word)) {
      throw new IllegalArgumentException(
          "--peers " + word + " (allowed: " + String.join(", ", ALL.keySet()) + ")");
    }
  }

  /** Creates a peer. */
  public static Peer of(String word, PeerSettings settings) {
    requireKnown(word);
    return ALL.get(word).apply(settings);
  }
}
