package org.flashgrove.datasets.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Features of the files of a directory, one file after the other. The partition keys, from names
 * such as {@code KEY=VALUE} of subdirectories, are the first attributes, unless the files have
 * attributes of these names. If the files have no ids, their features get consecutive numbers.
 */
final class DirectoryFeatures implements FeatureCursor {
  private final DataDirectory directory;
  private final List<Part> parts;
  private final boolean isStrict;
  private final Map<String, AttributeType> types = new LinkedHashMap<>(); // of the first file
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> own = new HashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Map<String, Long> leftOut = new TreeMap<>();
  private Supplier<FreshIds> source;
  private int part = -1;
  private FeatureCursor current;
  private long before;
  private long found;
  private long skipped;
  private Boolean areIdsMade;

  /**
   * Features of one file, either selected features or all of them.
   *
   * @param opener opens a cursor over these features
   * @param before number of features in all earlier files; negative if the cursor reads all files
   *     in order and counts their features itself
   */
  record Part(DataDirectory.Member member, Supplier<FeatureCursor> opener, long before) {}

  /**
   * Opens the first part.
   *
   * @param parts at least one
   */
  DirectoryFeatures(DataDirectory directory, List<Part> parts) {
    this.directory = directory;
    this.parts = parts;
    isStrict = !directory.format().isText();
    openNext();
  }

  private DataDirectory.Member member() {
    return parts.get(part).member();
  }

  private void openNext() {
    FeatureCursor last = current;
    part++;
    current = parts.get(part).opener().get();
    if (source != null) {
      current.makeIdsFrom(source);
    }
    if (parts.get(part).before() >= 0) {
      before = parts.get(part).before();
    }
    own.clear();
    if (part == 0) {
      List<String> first = current.attributeNames();
      for (int i = 0; i < first.size(); i++) {
        types.put(first.get(i), current.declaredType(i));
      }
      directory.keys().keySet().stream().filter(key -> !types.containsKey(key)).forEach(names::add);
      names.addAll(first);
    } else {
      requireSame(last);
    }
  }

  private void requireSame(FeatureCursor last) {
    if (current.kind() != last.kind()) {
      throw different(current.kind() + " instead of " + last.kind());
    }
    if (!current.coordinateSystem().isSame(last.coordinateSystem()) && isStrict) {
      throw different(
          "coordinate system "
              + current.coordinateSystem()
              + " instead of "
              + last.coordinateSystem());
    }
    if (!isStrict) {
      return;
    }
    Map<String, AttributeType> here = new LinkedHashMap<>();
    for (int i = 0; i < current.attributeNames().size(); i++) {
      here.put(current.attributeNames().get(i), current.declaredType(i));
    }
    List<String> differences = new ArrayList<>();
    types.forEach(
        (name, type) -> {
          if (!here.containsKey(name)) {
            differences.add("no column " + name);
          } else if (here.get(name) != type) {
            differences.add("column " + name + " of " + here.get(name) + " instead of " + type);
          }
        });
    here.keySet().stream()
        .filter(name -> !types.containsKey(name))
        .forEach(name -> differences.add("a further column " + name));
    if (!differences.isEmpty()) {
      throw different(String.join(", ", differences));
    }
  }

  private InputException different(String difference) {
    return new InputException(
        member().name(), 0, difference, "the schema of " + parts.get(0).member().name());
  }

  @Override
  public boolean next() {
    while (!current.next()) {
      if (part + 1 == parts.size()) {
        return false;
      }
      before += found + current.skippedRows();
      found = 0;
      endPart();
      openNext();
    }
    found++;
    if (source == null) {
      requireSameIds();
    }
    return true;
  }

  /**
   * Throws an exception unless all files have ids or no file has ids. Otherwise, an id created for
   * a feature of one file could equal an id in another file.
   */
  private void requireSameIds() {
    if (areIdsMade == null) {
      areIdsMade = current.isIdMade();
    } else if (areIdsMade != current.isIdMade()) {
      throw current.problem(
          current.isIdMade() ? "has no id" : "has an id",
          "ids of all features of the directory, or of none");
    }
  }

  private void endPart() {
    notes.addAll(current.notes());
    current.leftOut().forEach((reason, count) -> leftOut.merge(reason, count, Long::sum));
    skipped += current.skippedRows();
    current.close();
  }

  @Override
  public EntryKind kind() {
    return current.kind();
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return current.coordinateSystem();
  }

  @Override
  public long id() {
    return source == null && current.isIdMade() ? before + current.id() : current.id();
  }

  @Override
  public boolean isIdMade() {
    return current.isIdMade();
  }

  @Override
  public void makeIdsFrom(Supplier<FreshIds> given) {
    source = given;
    current.makeIdsFrom(given);
  }

  @Override
  public Envelope bounds() {
    return current.bounds();
  }

  @Override
  public Geometry geometry() {
    return current.geometry();
  }

  @Override
  public Envelope old() {
    return current.old();
  }

  @Override
  public long value() {
    return current.value();
  }

  @Override
  public List<String> attributeNames() {
    List<String> here = current.attributeNames();
    for (int i = own.size(); i < here.size(); i++) {
      own.put(here.get(i), i);
      if (!names.contains(here.get(i))) {
        names.add(here.get(i));
      }
    }
    return names;
  }

  @Override
  public Object attribute(int attribute) {
    String name = attributeNames().get(attribute);
    Integer at = own.get(name);
    if (at != null) {
      return current.attribute(at);
    }
    return directory.keys().containsKey(name) ? directory.value(member(), name) : null;
  }

  @Override
  public boolean isTyped() {
    return current.isTyped();
  }

  @Override
  public AttributeType declaredType(int attribute) {
    String name = attributeNames().get(attribute);
    Integer at = own.get(name);
    return at == null ? directory.keys().get(name) : current.declaredType(at);
  }

  @Override
  public List<String> notes() {
    Set<String> all = new LinkedHashSet<>(notes);
    all.addAll(current.notes());
    return List.copyOf(all);
  }

  @Override
  public InputException problem(String wrong, String allowed) {
    return current.problem(wrong, allowed);
  }

  @Override
  public long skippedRows() {
    return skipped + current.skippedRows();
  }

  @Override
  public Map<String, Long> leftOut() {
    Map<String, Long> all = new TreeMap<>(leftOut);
    current.leftOut().forEach((reason, count) -> all.merge(reason, count, Long::sum));
    return all;
  }

  @Override
  public void close() {
    current.close();
  }
}
