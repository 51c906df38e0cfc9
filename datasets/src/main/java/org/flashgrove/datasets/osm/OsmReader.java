package org.flashgrove.datasets.osm;

import crosby.binary.Osmformat;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.InputException;

/** One pass over the objects of a file, in its order. */
final class OsmReader implements Closeable {
  /** Takes nodes: longitude and latitude in units of 1e-7 degrees. */
  @FunctionalInterface
  interface NodeSink {
    void accept(long id, int lon, int lat, TagView tags);
  }

  /** The tags of a node, read only if they are asked for. */
  @FunctionalInterface
  interface TagView {
    Map<String, String> read();
  }

  private final String name;
  private final PbfBlocks blocks;
  private Osmformat.PrimitiveBlock block;
  private int group;
  private int item;

  OsmReader(Path file, String name) {
    this.name = name;
    blocks = new PbfBlocks(file, name);
  }

  /** Returns the next way, null at the end. */
  OsmObject nextWay() {
    while (true) {
      if (block == null || group == block.getPrimitivegroupCount()) {
        block = blocks.next();
        group = 0;
        item = 0;
        if (block == null) {
          return null;
        }
      } else if (item == block.getPrimitivegroup(group).getWaysCount()) {
        group++;
        item = 0;
      } else {
        Osmformat.Way way = block.getPrimitivegroup(group).getWays(item++);
        return new OsmObject(
            "way",
            way.getId(),
            tags(way.getKeysList(), way.getValsList()),
            summed(way.getRefsList()));
      }
    }
  }

  /** Returns the next multipolygon relation, with the ways among its members; null at the end. */
  OsmObject nextMultipolygon() {
    while (true) {
      if (block == null || group == block.getPrimitivegroupCount()) {
        block = blocks.next();
        group = 0;
        item = 0;
        if (block == null) {
          return null;
        }
      } else if (item == block.getPrimitivegroup(group).getRelationsCount()) {
        group++;
        item = 0;
      } else {
        Osmformat.Relation relation = block.getPrimitivegroup(group).getRelations(item++);
        Map<String, String> tags = tags(relation.getKeysList(), relation.getValsList());
        if ("multipolygon".equals(tags.get("type"))) {
          return new OsmObject("relation", relation.getId(), tags, ways(relation));
        }
      }
    }
  }

  private static long[] ways(Osmformat.Relation relation) {
    long[] ids = summed(relation.getMemidsList());
    int ways = 0;
    for (int i = 0; i < ids.length && i < relation.getTypesCount(); i++) {
      if (relation.getTypes(i) == Osmformat.Relation.MemberType.WAY) {
        ids[ways++] = ids[i];
      }
    }
    return Arrays.copyOf(ids, ways);
  }

  /** Hands over the nodes of the next block; false at the end. */
  boolean nextNodes(NodeSink sink) {
    block = blocks.next();
    if (block == null) {
      return false;
    }
    for (Osmformat.PrimitiveGroup nodes : block.getPrimitivegroupList()) {
      for (Osmformat.Node node : nodes.getNodesList()) {
        sink.accept(
            node.getId(),
            degrees(block.getLonOffset(), node.getLon()),
            degrees(block.getLatOffset(), node.getLat()),
            () -> tags(node.getKeysList(), node.getValsList()));
      }
      if (nodes.hasDense()) {
        dense(nodes.getDense(), sink);
      }
    }
    return true;
  }

  private void dense(Osmformat.DenseNodes nodes, NodeSink sink) {
    if (nodes.getLonCount() != nodes.getIdCount() || nodes.getLatCount() != nodes.getIdCount()) {
      throw new InputException(name, 0, "a block with nodes without places", "a complete file");
    }
    long id = 0;
    long lon = 0;
    long lat = 0;
    int tag = 0;
    for (int i = 0; i < nodes.getIdCount(); i++) {
      id += nodes.getId(i);
      lon += nodes.getLon(i);
      lat += nodes.getLat(i);
      int first = tag;
      while (tag < nodes.getKeysValsCount() && nodes.getKeysVals(tag) != 0) {
        tag += 2;
      }
      int end = Math.min(tag, nodes.getKeysValsCount());
      tag++;
      sink.accept(
          id,
          degrees(block.getLonOffset(), lon),
          degrees(block.getLatOffset(), lat),
          () -> denseTags(nodes, first, end));
    }
  }

  private Map<String, String> denseTags(Osmformat.DenseNodes nodes, int from, int end) {
    Map<String, String> tags = new HashMap<>();
    for (int i = from; i + 1 < end; i += 2) {
      tags.put(string(nodes.getKeysVals(i)), string(nodes.getKeysVals(i + 1)));
    }
    return tags;
  }

  /** Returns units of 1e-7 degrees, those of OpenStreetMap itself. */
  private int degrees(long offset, long value) {
    long units = Math.round((offset + block.getGranularity() * (double) value) / 100);
    return (int) Math.max(-1_800_000_000L, Math.min(1_800_000_000L, units));
  }

  private Map<String, String> tags(List<Integer> keys, List<Integer> values) {
    Map<String, String> tags = new HashMap<>();
    for (int i = 0; i < Math.min(keys.size(), values.size()); i++) {
      tags.put(string(keys.get(i)), string(values.get(i)));
    }
    return tags;
  }

  private String string(int index) {
    if (index < 0 || index >= block.getStringtable().getSCount()) {
      throw new InputException(
          name, 0, "a tag that is not in its block's table", "a complete file");
    }
    return block.getStringtable().getS(index).toStringUtf8();
  }

  private static long[] summed(List<Long> differences) {
    long[] sums = new long[differences.size()];
    long sum = 0;
    for (int i = 0; i < sums.length; i++) {
      sum += differences.get(i);
      sums[i] = sum;
    }
    return sums;
  }

  @Override
  public void close() {
    blocks.close();
  }
}
