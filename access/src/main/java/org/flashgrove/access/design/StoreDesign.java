package org.flashgrove.access.design;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.kind.MemoryRequest;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.access.settings.FlashKinds;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.memory.MemoryBudget;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.log.SyncMode;
import org.jspecify.annotations.Nullable;

/**
 * Complete design of a store: its device, its buffer and its structures. The name of an index of a
 * table consists of the table's name, a dot and the index's name: {@code roads.geom} is an index of
 * the records {@code roads}.
 *
 * @param device the device
 * @param pageSize page size in bytes: a power of two from 512 to 65,536
 * @param sync sync mode, which decides when commits become durable
 * @param flash settings of the buffers between indices and device. Each index has its own buffer; a
 *     page pool below the buffers is shared.
 * @param structures settings of each structure by name: a spatial index such as {@code rstar},
 *     {@code bplus} for pairs of key and value, or {@code records} for a heap file. The indices of
 *     a table come before its records. The map is not changed.
 * @param numbers numbers of the structures in the store
 * @param budget memory that the store shares with other stores of this JVM, or null; not stored in
 *     the description
 */
public record StoreDesign(
    DeviceConfig device,
    int pageSize,
    SyncMode sync,
    BufferConfig flash,
    Map<String, StructureConfig> structures,
    StructureNumbers numbers,
    @Nullable MemoryBudget budget) {
  /** Name of the page file of a store. */
  public static final String PAGES = "nodes.pages";

  /** Name of the log of a store. */
  public static final String LOG = "store.log";

  /** Name of the index in a store of one index. */
  public static final String ONLY_INDEX = "index";

  /** Name of the records in a store of one table. */
  public static final String ONLY_TABLE = "table";

  /**
   * Difference between the page tags of two structures with consecutive numbers. It is 2^64 divided
   * by the golden ratio.
   */
  private static final long TAG_STEP = 0x9E37_79B9_7F4A_7C15L;

  /**
   * Checks that all parts fit together.
   *
   * @throws SpecException if two parts do not fit; the message names alternatives
   */
  public StoreDesign {
    requirePageSize(pageSize);
    if (flash.hasPool() && !device.isFree()) {
      throw new SpecException(
          "flash spec '"
              + flash
              + "' with placement=home: the log needs pages that the pool below has not written;"
              + " use placement=free, or no pool below");
    }
    if (structures.size() > 1 && !device.isFree()) {
      throw new SpecException(
          structures.size()
              + " structures on device '"
              + device
              + "': placement=home stores the nodes of one index only; use one index, or"
              + " placement=free");
    }
    long ofBlocks = structures.values().stream().filter(StructureConfig::isOnRawFlash).count();
    if (ofBlocks > 1 && device.rawFlash() != null) {
      throw new SpecException(
          ofBlocks
              + " structures of blocks on device '"
              + device
              + "': they cannot share its blocks; use only one of them in a store");
    }
    for (Map.Entry<String, StructureConfig> structure : structures.entrySet()) {
      DesignRules.requireFits(structure.getKey(), structures);
      structure.getValue().requireFits(device, pageSize, flash);
      DesignRules.requireSync(structure.getValue(), flash, sync);
    }
    structures = Collections.unmodifiableMap(new LinkedHashMap<>(structures));
    if (!numbers.of().keySet().equals(structures.keySet())) {
      throw new SpecException(
          "numbers of "
              + numbers.of().keySet()
              + "; expected exactly the structures "
              + structures.keySet());
    }
  }

  /** Creates the design of a new store. Its structures are numbered in the order of the map. */
  public StoreDesign(
      DeviceConfig device,
      int pageSize,
      SyncMode sync,
      BufferConfig flash,
      Map<String, StructureConfig> structures) {
    this(
        device,
        pageSize,
        sync,
        flash,
        structures,
        StructureNumbers.inOrder(structures.keySet()),
        null);
  }

  /**
   * Creates the design of a new store from specs.
   *
   * @param device the device, such as {@code direct}
   * @param sync {@code op}, {@code close} or an interval such as {@code group:5ms}
   * @param flash the buffer, such as {@code none}
   * @param specs the spec of each structure by its name
   * @throws SpecException if a spec is invalid; the message names the wrong part and the allowed
   *     values
   */
  public static StoreDesign of(
      String device, int pageSize, String sync, String flash, Map<String, String> specs) {
    requirePageSize(pageSize);
    return new StoreDesign(
        DeviceKinds.read(Spec.parse(device)),
        pageSize,
        SyncMode.parse(sync),
        FlashKinds.parse(flash),
        read(specs, pageSize));
  }

  private static Map<String, StructureConfig> read(Map<String, String> specs, int pageSize) {
    Map<String, StructureConfig> structures = new LinkedHashMap<>();
    for (Map.Entry<String, String> spec : specs.entrySet()) {
      structures.put(spec.getKey(), StructureKinds.parse(spec.getValue(), pageSize));
    }
    return structures;
  }

  /**
   * Returns a design with other structures and the same device, buffer, page size and sync mode.
   *
   * @param specs the spec of each structure by its name
   */
  public StoreDesign ofStructures(Map<String, String> specs) {
    return new StoreDesign(device, pageSize, sync, flash, read(specs, pageSize));
  }

  StoreDesign with(Map<String, StructureConfig> others, StructureNumbers itsNumbers) {
    return new StoreDesign(device, pageSize, sync, flash, others, itsNumbers, budget);
  }

  /**
   * Rejects an invalid page size.
   *
   * @throws SpecException if the page size is invalid; the message lists the allowed sizes
   */
  public static void requirePageSize(int bytes) {
    DesignRules.requirePageSize(bytes);
  }

  static boolean isRecords(@Nullable StructureConfig config) {
    return config != null && config.isOfRecords();
  }

  /**
   * Returns the part of a structure's name before the dot: the table of an index, or the index that
   * a structure of ids serves. Returns null for a name without a dot.
   */
  public static @Nullable String tableOf(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? null : name.substring(0, dot);
  }

  /**
   * Rejects an invalid structure name.
   *
   * @throws SpecException if the name is invalid; the message describes the allowed form
   */
  public static void requireName(String name) {
    DesignRules.requireName(name);
  }

  /** Returns whether the log packs frames that are written together into one compact frame. */
  public boolean packsLog() {
    return flash.packsLog() || hasBlocks();
  }

  /**
   * Returns whether a structure stores blocks and merges them, as a grove or an LSM R-tree does.
   */
  public boolean hasBlocks() {
    return structures.values().stream().anyMatch(StructureConfig::isOfBlocks);
  }

  /**
   * Returns the log size, in bytes, above which the log is compacted. It is the size in the
   * buffer's settings, but at least twice the largest write buffer of a structure. A smaller log
   * would force a structure to empty its write buffer at each compaction.
   */
  public long logBytes() {
    long bytes = flash.logBytes();
    for (StructureConfig structure : structures.values()) {
      bytes = Math.max(bytes, 2 * structure.ownBufferBytes());
    }
    return bytes;
  }

  /** Returns the memory that the structures and the shared page pool request together. */
  public MemoryRequest memory() {
    MemoryRequest all = MemoryRequest.ofPool(flash.poolBytes());
    for (StructureConfig structure : structures.values()) {
      all = all.plus(structure.memory(device, pageSize, flash));
    }
    return all;
  }

  /**
   * Returns whether other processes may read the store while one process writes it. This requires
   * files, out-of-place page writes and a log of commits.
   */
  public boolean isReadBeside() {
    return device.isInFiles() && device.isFree() && flash.logsCommits();
  }

  /**
   * Returns the information about this store's files that its device needs when the device is
   * opened.
   */
  public DeviceContext filesIn(Path directory) {
    return new DeviceContext(directory, pageSize, LOG, OwnFile.BLOCKS, isReadBeside());
  }

  /** Returns whether the store has a table with a schema or an index with unique keys. */
  boolean hasAttributes() {
    for (StructureConfig each : structures.values()) {
      RecordStructure.Settings records = each.as(RecordStructure.Settings.class);
      KeyStructure.Settings keys = each.as(KeyStructure.Settings.class);
      if (records != null && !records.schema().isBytes() || keys != null && keys.isUnique()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the store consists of one spatial index named {@code index}. */
  public boolean isOneIndex() {
    StructureConfig index = structures.get(ONLY_INDEX);
    return structures.size() == 1 && index != null && index.isSpatial();
  }

  /**
   * Returns whether the store consists of one spatial index named {@code index} and its rectangles
   * by id.
   */
  boolean isOneIndexWithIds() {
    StructureConfig index = structures.get(ONLY_INDEX);
    return structures.size() == 2
        && index != null
        && index.isSpatial()
        && structures.containsKey(IdStructure.nameFor(ONLY_INDEX));
  }

  /**
   * Returns whether the store can be opened as a {@code SpatialStore}: it has one spatial index,
   * with or without rectangles by id.
   */
  public boolean isSpatialStore() {
    return isOneIndex() || isOneIndexWithIds();
  }

  /** Returns whether an index of the store has a map from the ids of its entries to rectangles. */
  public boolean hasIds() {
    return structures.values().stream().anyMatch(StructureConfig::isOfIds);
  }

  /**
   * Returns whether the store consists of one table: records named {@code table} and their indices.
   */
  public boolean isOneTable() {
    if (structures.isEmpty()) {
      return false;
    }
    int left = structures.size();
    for (String name : structures.keySet()) {
      left--;
      if (left == 0 ? !name.equals(ONLY_TABLE) : !ONLY_TABLE.equals(tableOf(name))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the spec of a new structure. An index on the key of a table gets unique keys unless the
   * spec says otherwise. (The spec of an existing structure is read unchanged.)
   *
   * @param name name of the structure in its store
   * @throws SpecException if the spec is invalid, or the structure does not fit the page size; the
   *     message names the wrong part and the allowed values
   */
  public static StructureConfig ofNew(String name, String text, int pageSize) {
    return DesignRules.ofNew(name, text, pageSize);
  }

  /**
   * Returns the design with the defaults of a new store. An index on an attribute stores whole
   * values if eight bytes do not represent the values exactly, unless its spec excludes whole
   * values ({@link WholeKeys}).
   */
  public StoreDesign ofNewStore() {
    Map<String, StructureConfig> chosen = new LinkedHashMap<>();
    structures.forEach(
        (name, config) ->
            chosen.put(
                name, WholeKeys.chosen(config, structures.get(tableOf(name)), flash, pageSize)));
    return chosen.equals(structures) ? this : with(chosen, numbers);
  }

  /** Returns a copy with one more structure, or with another spec for an existing structure. */
  public StoreDesign with(String name, String spec) {
    Map<String, StructureConfig> more = new LinkedHashMap<>(structures);
    more.put(name, ofNew(name, spec, pageSize));
    return with(more, numbers.with(name));
  }

  /**
   * Returns the number in the header of each page of a structure, called its tag. In a store of one
   * index or one table it is the tag of the store. In other stores it also depends on the
   * structure's number, so pages of different structures cannot be confused.
   */
  public long tag(long storeTag, int number) {
    return isOneIndex() || isOneTable() ? storeTag : storeTag + (number + 1) * TAG_STEP;
  }

  /** Returns the structure with a number, or null if it was dropped. */
  public @Nullable StructureConfig structureOf(int number) {
    for (Map.Entry<String, Integer> each : numbers.of().entrySet()) {
      if (each.getValue() == number) {
        return structures.get(each.getKey());
      }
    }
    return null;
  }

  /** Returns a copy with other structure numbers. */
  public StoreDesign withNumbers(StructureNumbers others) {
    return with(structures, others);
  }

  /**
   * Returns a copy with more structures, for an existing store. Indices of a table are placed
   * before its records.
   *
   * @throws SpecException if a name is taken or a structure does not fit. Also thrown if the store
   *     consists of one index, or of one table that would get more than its own indices.
   */
  public StoreDesign with(Map<String, String> specs) {
    return DesignChanges.with(this, specs);
  }

  /** Returns a copy with one more structure, which has the given number. */
  public StoreDesign with(String name, String spec, int number) {
    Map<String, StructureConfig> more = DesignChanges.inPlace(this, structures, name, spec);
    return with(more, numbers.with(name, number));
  }

  /**
   * Returns a copy without some structures.
   *
   * @throws SpecException if a name is unknown, or the rest is not a valid store
   */
  public StoreDesign without(Collection<String> names) {
    return DesignChanges.without(this, names);
  }

  /** Returns a copy with another device. */
  public StoreDesign withDevice(String spec) {
    return withDevice(DeviceKinds.read(Spec.parse(spec)));
  }

  /** Returns a copy with other device settings. */
  public StoreDesign withDevice(DeviceConfig other) {
    return new StoreDesign(other, pageSize, sync, flash, structures, numbers, budget);
  }

  /** Returns a copy with another buffer and, if {@code spec} names one, a page pool below it. */
  public StoreDesign withFlash(String spec) {
    return new StoreDesign(
        device, pageSize, sync, FlashKinds.parse(spec), structures, numbers, budget);
  }

  /** Returns a copy with another page size. The specs of all structures are validated again. */
  public StoreDesign withPageSize(int bytes) {
    requirePageSize(bytes);
    return new StoreDesign(device, bytes, sync, flash, read(specs(), bytes), numbers, budget);
  }

  /** Returns the specs of the structures by name, in the order of the design. */
  public Map<String, String> specs() {
    Map<String, String> specs = new LinkedHashMap<>();
    for (Map.Entry<String, StructureConfig> structure : structures.entrySet()) {
      specs.put(structure.getKey(), structure.getValue().toString());
    }
    return specs;
  }

  /** Returns a copy with another sync mode. */
  public StoreDesign withSync(SyncMode mode) {
    return new StoreDesign(device, pageSize, mode, flash, structures, numbers, budget);
  }

  /**
   * Returns a copy that shares memory with other stores of this JVM.
   *
   * @param common the shared memory, or null for none
   */
  public StoreDesign withBudget(@Nullable MemoryBudget common) {
    return new StoreDesign(device, pageSize, sync, flash, structures, numbers, common);
  }

  /** Returns the design of a backup. A store in memory is backed up to files. */
  public StoreDesign ofBackup() {
    return device.isForgotten()
        ? withDevice("buffered:placement=" + (device.isFree() ? "free" : "home"))
        : this;
  }
}
