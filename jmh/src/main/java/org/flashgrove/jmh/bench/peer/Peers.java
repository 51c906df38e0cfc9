package org.flashgrove.jmh.bench.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** All peers by their words. */
public final class Peers {
  /** The word of our default, which the others are measured against. */
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
    ALL.put(OURS + "-grove", FlashgrovePeer::ofDefaults); // its name while it was not the default
    ON_REQUEST = ALL.keySet().stream().filter(word -> !usual.contains(word)).toList();
  }

  private Peers() {}

  /** Returns the words of those that are measured if nothing is said. */
  public static List<String> usual() {
    return ALL.keySet().stream().filter(word -> !ON_REQUEST.contains(word)).toList();
  }

  /** Returns the words of those that keep rows. */
  public static List<String> tables() {
    return List.copyOf(TABLES.keySet());
  }

  /** Refuses a word that is none. */
  public static void requireKnown(String word) {
    if (!ALL.containsKey(word)) {
      throw new IllegalArgumentException(
          "--peers " + word + " (allowed: " + String.join(", ", ALL.keySet()) + ")");
    }
  }

  /** Returns a peer. */
  public static Peer of(String word, PeerSettings settings) {
    requireKnown(word);
    return ALL.get(word).apply(settings);
  }
}
