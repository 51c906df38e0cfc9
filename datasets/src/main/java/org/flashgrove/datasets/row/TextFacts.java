package org.flashgrove.datasets.row;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.InferredTypes;

/**
 * Facts about a text file that a scan finds, and that are necessary to read a part of the file.
 *
 * @param head text before the first row, such as a header
 * @param system coordinate system of the geometries
 * @param keys keys of all attributes; see {@link TextRowCursor#keys}
 * @param types a type for each attribute
 * @param typeBits state of the types; see {@link InferredTypes#bits}
 * @param idAttribute index of the attribute for ids that are no 64-bit integers; -1 for none
 * @param areIdsGiven whether the first row has an id, so that rows are not numbered
 * @param hasSystem whether {@code system} is that of all rows; false if no row has a geometry, or
 *     an empty geometry with an SRID
 */
public record TextFacts(
    String head,
    CoordinateSystem system,
    List<String> keys,
    List<AttributeType> types,
    List<Integer> typeBits,
    int idAttribute,
    boolean areIdsGiven,
    boolean hasSystem) {
  /** EPSG code in stored facts about a file whose rows leave the coordinate system open. */
  private static final int NO_SYSTEM = -1;

  private static final int MOST_KEYS = 1 << 11;

  /** Copies the lists. */
  public TextFacts {
    keys = List.copyOf(keys);
    types = List.copyOf(types);
    typeBits = List.copyOf(typeBits);
  }

  /** Writes all facts except the head. */
  void write(DataOutputStream out) throws IOException {
    writeText(out, system.name());
    out.writeInt(hasSystem ? system.epsg() : NO_SYSTEM);
    writeText(out, system.definition());
    out.writeInt(idAttribute);
    out.writeBoolean(areIdsGiven);
    out.writeInt(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      writeText(out, keys.get(i));
      out.writeByte(types.get(i).ordinal());
    }
    out.writeInt(typeBits.size());
    for (int each : typeBits) {
      out.writeInt(each);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the facts are damaged
   */
  static TextFacts read(DataInputStream in, String head) throws IOException {
    String name = readText(in);
    int epsg = in.readInt();
    boolean hasSystem = epsg != NO_SYSTEM;
    CoordinateSystem system = new CoordinateSystem(name, hasSystem ? epsg : 0, readText(in));
    int idAttribute = in.readInt();
    boolean areIdsGiven = in.readBoolean();
    int count = in.readInt();
    if (count < 0 || count > MOST_KEYS || idAttribute < -1 || idAttribute >= count) {
      throw new IllegalArgumentException("damaged attributes");
    }
    List<String> keys = new ArrayList<>();
    List<AttributeType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(readText(in));
      int type = in.readUnsignedByte();
      if (type >= AttributeType.values().length) {
        throw new IllegalArgumentException("damaged attributes");
      }
      types.add(AttributeType.values()[type]);
    }
    List<Integer> typeBits = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      typeBits.add(in.readInt());
    }
    return new TextFacts(head, system, keys, types, typeBits, idAttribute, areIdsGiven, hasSystem);
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IllegalArgumentException("damaged text");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
