package org.flashgrove.datasets.osm;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.flashgrove.datasets.InputException;

/**
 * Single pass over the objects of a file, in file order. It skips objects that the caller does not
 * request.
 */
final class OsmReader implements Closeable {
  /** Receives nodes. Longitudes and latitudes are in units of 1e-7 degrees. */
  @FunctionalInterface
  interface NodeSink {
    void accept(long id, int lon, int lat, Map<String, String> tags);
  }

  /**
   * Maximum number of nodes of a way or members of a relation. OpenStreetMap allows 2,000 nodes and
   * 32,000 members.
   */
  private static final int MOST_REFS = 1 << 18;

  private static final int NODE = 1;
  private static final int DENSE_NODES = 2;
  private static final int WAY = 3;
  private static final int RELATION = 4;
  private static final int WAY_MEMBER = 1;

  /**
   * Protocol Buffers number of the field that follows the id, the tags and the information in the
   * message of a way or relation.
   */
  private static final int FIRST_OWN_FIELD = 8;

  private final String name;
  private final Predicate<String> wantedTags;
  private final PbfBlocks blocks;
  private PbfBlock block;
  private int group;
  private CodedInputStream messages;
  private int messageStart;
  private boolean inMessage;
  private int outerLimit;
  private long id;

  // fields of the current message
  private final PackedNumbers keys = new PackedNumbers();
  private final PackedNumbers values = new PackedNumbers();
  private final PackedNumbers refs = new PackedNumbers();
  private final PackedNumbers lats = new PackedNumbers();
  private final PackedNumbers lons = new PackedNumbers();
  private long singleLat;
  private long singleLon;

  // dense nodes that are being read
  private boolean inDense;
  private long lat;
  private long lon;

  /**
   * Opens a file.
   *
   * @param wantedTags accepts the keys of the tags to read
   */
  OsmReader(Path file, String name, Predicate<String> wantedTags, WorkBudget budget) {
    this.name = name;
    this.wantedTags = wantedTags;
    blocks = new PbfBlocks(file, name, budget);
  }

  private InputException damaged(IOException cause) {
    String wrong = cause.getMessage().startsWith("a ") ? cause.getMessage() : "a damaged message";
    return new InputException(
        name, "byte " + blocks.blockStart(), wrong, "a complete file of OpenStreetMap", cause);
  }

  /**
   * Moves to the next message of kind {@code kind} or {@code otherKind}. The caller must have read
   * all fields of the current message. Returns the kind of the message, or 0 at the end.
   */
  private int nextMessage(int kind, int otherKind) throws IOException {
    if (inMessage) {
      messages.popLimit(outerLimit);
      inMessage = false;
    }
    while (true) {
      if (messages == null || messages.isAtEnd()) {
        if (block == null || group == block.groupCount()) {
          block = blocks.next();
          group = 0;
          if (block == null) {
            return 0;
          }
          continue;
        }
        messages = block.group(group);
        messageStart = block.groupStart(group++);
        continue;
      }
      int tag = messages.readTag();
      int field = WireFormat.getTagFieldNumber(tag);
      if (tag != 0 && (field == kind || field == otherKind)) {
        outerLimit = messages.pushLimit(PbfBlock.lengthOf(tag, messages));
        inMessage = true;
        return field;
      }
      if (tag != 0) {
        PbfBlock.skip(tag, messages);
      }
    }
  }

  private void take(PackedNumbers numbers, int tag) throws IOException {
    numbers.add(tag, block.content(), messageStart, messages);
  }

  private void clear() {
    id = 0;
    keys.clear();
    values.clear();
    refs.clear();
    lats.clear();
    lons.clear();
  }

  /**
   * Returns the next way that both predicates accept, or null at the end.
   *
   * @param wanted accepts ways by id
   * @param wantedByTags accepts ways by their tags
   */
  OsmObject nextWay(LongPredicate wanted, Predicate<Map<String, String>> wantedByTags) {
    return nextObject(WAY, new PackedNumbers[] {refs, lats, lons}, wanted, wantedByTags, this::way);
  }

  /** Creates an object with the given tags from the fields of the current message. */
  @FunctionalInterface
  private interface Maker {
    OsmObject make(Map<String, String> tags) throws IOException;
  }

  /**
   * Returns the next object that both predicates accept, with its tags, or null at the end.
   *
   * @param kind kind of the message
   * @param fields receive the fields from {@link #FIRST_OWN_FIELD} on, in order
   * @param wanted accepts objects by number
   * @param wantedByTags accepts objects by their tags
   * @param maker creates the object
   */
  private OsmObject nextObject(
      int kind,
      PackedNumbers[] fields,
      LongPredicate wanted,
      Predicate<Map<String, String>> wantedByTags,
      Maker maker) {
    try {
      while (nextMessage(kind, kind) != 0) {
        clear();
        for (int tag = messages.readTag(); tag != 0; tag = messages.readTag()) {
          int field = WireFormat.getTagFieldNumber(tag);
          int own = field - FIRST_OWN_FIELD;
          if (field == 1) {
            id = messages.readInt64();
          } else if (field == 2) {
            take(keys, tag);
          } else if (field == 3) {
            take(values, tag);
          } else if (own >= 0 && own < fields.length && fields[own] != null) {
            take(fields[own], tag);
          } else {
            PbfBlock.skip(tag, messages);
          }
        }
        if (wanted.test(id)) {
          Map<String, String> tags = tags();
          if (wantedByTags.test(tags)) {
            return maker.make(tags);
          }
        }
      }
      return null;
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private OsmObject way(Map<String, String> tags) throws IOException {
    long[] nodes = summed("way", refs);
    if (nodes.length == 0 || lats.count() != nodes.length || lons.count() != nodes.length) {
      return new OsmObject("way", id, tags, nodes, null, null);
    }
    int[] x = new int[nodes.length];
    int[] y = new int[nodes.length];
    long sumX = 0;
    long sumY = 0;
    for (int i = 0; i < nodes.length; i++) {
      sumX += lons.nextDifference();
      sumY += lats.nextDifference();
      x[i] = block.lon(sumX);
      y[i] = block.lat(sumY);
      if (x[i] == OsmObject.NO_PLACE || y[i] == OsmObject.NO_PLACE) {
        return new OsmObject("way", id, tags, nodes, null, null);
      }
    }
    return new OsmObject("way", id, tags, nodes, x, y);
  }

  /** Returns the next wanted multipolygon relation with its ways, or null at the end. */
  OsmObject nextMultipolygon(Predicate<Map<String, String>> wanted) {
    return nextObject(
        RELATION,
        new PackedNumbers[] {null, refs, lats}, // roles, members, kinds of members
        relation -> true,
        tags -> "multipolygon".equals(tags.get("type")) && wanted.test(tags),
        tags -> new OsmObject("relation", id, tags, memberWays(), null, null));
  }

  /**
   * Returns the ids of the member ways without duplicates. A way that is listed twice adds no
   * second boundary.
   */
  private long[] memberWays() throws IOException {
    long[] all = summed("relation", refs);
    int ways = 0;
    for (int i = 0; i < all.length && lats.hasNext(); i++) {
      if (lats.next() == WAY_MEMBER) {
        all[ways++] = all[i];
      }
    }
    return Arrays.stream(all, 0, ways).distinct().toArray();
  }

  /** Passes the next node to a sink. Returns false at the end. */
  boolean nextNode(NodeSink sink) {
    try {
      while (true) {
        if (inDense && refs.hasNext()) {
          id += refs.nextDifference();
          lon += lons.nextDifference();
          lat += lats.nextDifference();
          sink.accept(id, block.lon(lon), block.lat(lat), denseTags());
          return true;
        }
        int kind = nextMessage(NODE, DENSE_NODES);
        inDense = kind == DENSE_NODES;
        clear();
        if (kind == 0) {
          return false;
        }
        if (inDense) {
          beginDense();
        } else {
          readNode(sink);
          return true;
        }
      }
    } catch (IOException e) {
      throw damaged(e);
    }
  }

  private void readNode(NodeSink sink) throws IOException {
    singleLat = 0;
    singleLon = 0;
    for (int tag = messages.readTag(); tag != 0; tag = messages.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 1 -> id = messages.readSInt64();
        case 2 -> take(keys, tag);
        case 3 -> take(values, tag);
        case 8 -> singleLat = messages.readSInt64();
        case 9 -> singleLon = messages.readSInt64();
        default -> PbfBlock.skip(tag, messages);
      }
    }
    sink.accept(id, block.lon(singleLon), block.lat(singleLat), tags());
  }

  private void beginDense() throws IOException {
    lat = 0;
    lon = 0;
    for (int tag = messages.readTag(); tag != 0; tag = messages.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case 1 -> take(refs, tag);
        case 8 -> take(lats, tag);
        case 9 -> take(lons, tag);
        case 10 -> take(keys, tag); // keys and values alternate, with 0 after each node
        default -> PbfBlock.skip(tag, messages);
      }
    }
    int count = refs.count();
    if (lats.count() != count || lons.count() != count) {
      throw new InvalidProtocolBufferException("a block with nodes without places");
    }
  }

  private Map<String, String> denseTags() throws IOException {
    Map<String, String> tags = Map.of();
    while (keys.hasNext()) {
      long key = keys.next();
      if (key == 0) {
        break;
      }
      tags = with(tags, key, keys.next());
    }
    return tags;
  }

  private Map<String, String> tags() throws IOException {
    Map<String, String> tags = Map.of();
    while (keys.hasNext() && values.hasNext()) {
      tags = with(tags, keys.next(), values.next());
    }
    return tags;
  }

  /**
   * Returns {@code tags} with a further tag, if the tag is requested.
   *
   * @param key index of the key in the string table
   * @param value index of the value in the string table
   */
  private Map<String, String> with(Map<String, String> tags, long key, long value)
      throws IOException {
    String text = block.string(key);
    if (!wantedTags.test(text)) {
      return tags;
    }
    Map<String, String> more = tags.isEmpty() ? new HashMap<>() : tags;
    more.put(text, block.string(value));
    return more;
  }

  private static long[] summed(String what, PackedNumbers differences) throws IOException {
    int count = differences.count();
    if (count > MOST_REFS) {
      throw new InvalidProtocolBufferException(
          "a " + what + " of " + count + " members (at most " + MOST_REFS + ")");
    }
    long[] sums = new long[count];
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += differences.nextDifference();
      sums[i] = sum;
    }
    return sums;
  }

  @Override
  public void close() {
    blocks.close();
  }
}
