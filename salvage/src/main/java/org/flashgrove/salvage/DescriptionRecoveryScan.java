package org.flashgrove.salvage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.access.kind.OwnFile;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.access.structure.StructureKinds;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.node.EntryOrder;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.AbsentKindException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.salvage.entry.LeafEntries;
import org.flashgrove.salvage.page.RawPages;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameReader;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.page.PageChecksum;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/**
 * Reconstructs the design of a damaged store for salvage: page size, device and the spec of each
 * structure. Uses the store's description file if it is readable. Otherwise it combines the
 * readable lines of this file, the tags in pages and log frames, and the caller's hints.
 */
@NullUnmarked
final class DescriptionRecoveryScan {
  private static final int[] PAGE_SIZES = {4096, 8192, 16_384, 2048, 1024, 512, 32_768, 65_536};
  private static final int SAMPLE_SLOTS = 4_096;
  private static final int SAMPLE_LEAVES = 64;
  private static final int TAG_OF_NODE = 32;
  private static final int TAG_OF_OTHERS = 16;
  private static final double PLAUSIBLE_SHARE = 0.9;

  private static final String NAMED =
      "; name all structures of the store in SalvageHints or with --structure";

  /**
   * Spec of the new tree if the description is unreadable and the caller names no index. The kind
   * of the damaged index can then only be guessed from its leaves. An R*-tree can store any
   * entries.
   */
  static final String GUESSED = "rstar";

  /**
   * Spec with which leaves of points are read if their order cannot be checked. The order depends
   * on the domain of the index, which is unknown.
   */
  private static final String UNORDERED_POINTS =
      "hilbert:domain=0/0/1/1,objects=points,values=computed";

  /**
   * Specs that together cover the leaf layouts of all indices, in the order in which they are
   * tried. Layouts that keep entries in an order come first. A match with such a layout is more
   * certain, because the order can be checked, too.
   */
  private static final List<String> LAYOUTS =
      List.of(
          "hilbert:domain=0/0/1/1,values=stored",
          GUESSED,
          "hilbert:domain=0/0/1/1,objects=points,values=stored",
          "xbr:domain=0/0/1/1",
          UNORDERED_POINTS);

  private final StoreDirectory descriptions;
  private final StoreDirectory directory;
  private final SalvageHints hints;
  private final SalvageLosses losses;
  private boolean indexGuessed;

  /**
   * Creates a scan of one store.
   *
   * @param descriptions directory with the description file
   * @param directory directory of all other files; it differs from {@code descriptions} on a
   *     simulated device
   */
  DescriptionRecoveryScan(
      StoreDirectory descriptions,
      StoreDirectory directory,
      SalvageHints hints,
      SalvageLosses losses) {
    this.descriptions = descriptions;
    this.directory = directory;
    this.hints = hints;
    this.losses = losses;
  }

  /**
   * Returns the description of the store. It is reconstructed if the description file is
   * unreadable.
   *
   * @throws DamagedStoreException if too little of the store is readable
   */
  StoreDescription find() {
    try {
      return StoreDescription.read(descriptions);
    } catch (DamagedStoreException | StoreIoException e) {
      if (e.getCause() instanceof AbsentKindException) {
        throw e;
      }
      losses.add("description: " + e.getMessage());
    }
    Map<String, String> lines = StoreDescription.linesOf(descriptions);
    int pageSize = pageSize(lines);
    long tag = tag(pageSize);
    Map<String, String> structures = structures(lines, pageSize);
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(GUESSED) // fits any buffer; replaced by the index that is found
            .withDevice("buffered")
            .withPageSize(pageSize);
    if (structures.isEmpty()) {
      StructureConfig index = index(lines, pageSize, tag);
      options = options.withFlash(index.isOfBlocks() ? "none" : options.flash());
      options = options.withIndex(index.toString());
    }
    String device = hints.device() != null ? hints.device() : lines.get("device");
    options = options.withDevice(device(pageSize));
    options = fitting(device, options, StoreOptions::withDevice);
    options =
        fitting(lines.get("sync"), options, (some, said) -> some.withSync(SyncMode.parse(said)));
    options = fitting(lines.get("flash"), options, StoreOptions::withFlash);
    StoreDesign design = options.design();
    if (!structures.isEmpty()) {
      design = several(design, structures, lines, tag);
    }
    losses.add("description: taken to be " + (structures.isEmpty() ? options : design));
    return new StoreDescription(tag, design);
  }

  /**
   * Adds one setting to options. Returns the options unchanged if the setting is null, cannot be
   * parsed or contradicts the options.
   *
   * @param said text of the setting
   * @param part adds the setting to the options
   */
  private StoreOptions fitting(
      String said, StoreOptions options, BiFunction<StoreOptions, String, StoreOptions> part) {
    return valid(
        said,
        text -> {
          StoreOptions more = part.apply(options, text);
          more.design();
          return more;
        },
        options);
  }

  /**
   * Returns the spec of each structure by its name. Takes the specs from the hints, or from the
   * description if there are no such hints. Returns an empty map for a store of a single index.
   */
  private Map<String, String> structures(Map<String, String> lines, int pageSize) {
    if (hints.index() != null || !hints.structures().isEmpty()) {
      return hints.structures();
    }
    if (lines.containsKey(StoreDesign.ONLY_INDEX)) {
      return Map.of();
    }
    Map<String, String> found = StoreDescription.structures(lines);
    StructureConfig usual = StructureKinds.parse(RecordStructure.KIND, pageSize);
    found.computeIfPresent(
        StoreDesign.ONLY_TABLE,
        (name, spec) ->
            valid(spec, said -> StructureKinds.parse(said, pageSize), usual).toString());
    return found;
  }

  /**
   * Returns the design of a store of several structures. Throws if a sample of the pages
   * contradicts the design. Structures are numbered in the order of their lines in the description.
   * One lost line would therefore shift the numbers of all following structures, which this
   * comparison detects.
   *
   * @param like design with the settings that do not depend on structures
   */
  private StoreDesign several(
      StoreDesign like, Map<String, String> structures, Map<String, String> lines, long tag) {
    StoreDesign design;
    try {
      design = StoreDescription.numbered(like.ofStructures(structures), lines);
    } catch (SpecException | NumberFormatException e) {
      throw damaged(e.getMessage() + NAMED);
    }
    if (!design.isOneIndex() && !design.isOneTable()) {
      sample(like.pageSize(), (slot, page) -> requireKind(design, page, tag));
    }
    return design;
  }

  private void requireKind(StoreDesign design, ByteBuffer page, long tag) {
    boolean isHeap = HeapFile.isPage(page, 0);
    if (!isHeap && !isNode(page)) {
      return;
    }
    for (int number = 0; number < design.numbers().next(); number++) {
      if (page.getLong(TAG_OF_NODE) == design.tag(tag, number)) {
        StructureConfig config = design.structureOf(number);
        if (config != null && config.isOfRecords() != isHeap) {
          throw damaged("structure " + number + " has other pages than " + config + NAMED);
        }
        return; // also for a structure that was dropped
      }
    }
    throw damaged("does not name a structure that has pages in the store" + NAMED);
  }

  /**
   * Returns whether the kind of index was guessed from the leaves. If so, only the format of the
   * entries is certain.
   */
  boolean isIndexGuessed() {
    return indexGuessed;
  }

  /** Parses a spec. Returns {@code otherwise} if the spec is null or cannot be parsed. */
  private static <T> T valid(String spec, Function<String, T> reader, T otherwise) {
    try {
      return spec == null ? otherwise : reader.apply(spec);
    } catch (SpecException e) {
      return otherwise;
    }
  }

  /**
   * Returns the page size. Takes it from the hints, if they contain it. Otherwise tries all page
   * sizes on a sample, and takes the size with which pages with valid checksums cover most bytes.
   * If the sample has no valid page under any size, takes the size in the description.
   *
   * @throws DamagedStoreException if the description contains no page size either
   */
  private int pageSize(Map<String, String> lines) {
    if (hints.pageSize() > 0) {
      return hints.pageSize();
    }
    int best = 0;
    long most = 0;
    for (int size : PAGE_SIZES) {
      long sound = sound(size) * size;
      if (sound > most) {
        most = sound;
        best = size;
      }
    }
    if (best > 0) {
      return best;
    }
    String named = lines.get("pageSize");
    for (int size : PAGE_SIZES) {
      if (String.valueOf(size).equals(named)) {
        return size;
      }
    }
    boolean hasBlocks = directory.exists(OwnFile.nameOfBlocks(0));
    throw damaged(
        "no page has a valid checksum under any page size; give the page size"
            + (hasBlocks
                ? " in SalvageHints or with --page-size, and the index with --index, because the"
                    + " store has a file of blocks, as Grove has"
                : " in SalvageHints or with --page-size"));
  }

  private long sound(int pageSize) {
    long[] count = {0};
    sample(pageSize, (slot, page) -> count[0]++);
    return count[0];
  }

  /** Receives a sampled page whose checksum is valid. */
  @FunctionalInterface
  private interface PageSink {
    void page(long slot, ByteBuffer page);
  }

  private void sample(int pageSize, PageSink sink) {
    if (!directory.exists(StoreDesign.PAGES)) {
      return;
    }
    try (RawPages pages = RawPages.open(directory, StoreDesign.PAGES, pageSize)) {
      ByteBuffer page = AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN);
      for (long slot = 0; slot < Math.min(SAMPLE_SLOTS, pages.count()); slot++) {
        if (pages.read(slot, page)
            && PageChecksum.stored(page) != 0
            && PageChecksum.matches(page)) {
          sink.page(slot, page);
        }
      }
    }
  }

  private static boolean isNode(ByteBuffer page) {
    return NodePage.levelAt(page, 0) != NodePage.NO_NODE;
  }

  private long tag(int pageSize) {
    if (directory.exists(StoreDesign.LOG)) {
      OptionalLong tag = FrameReader.tag(directory, StoreDesign.LOG);
      if (tag.isPresent()) {
        return tag.getAsLong();
      }
    }
    Map<Long, Integer> tags = new HashMap<>();
    sample(
        pageSize,
        (slot, page) ->
            tags.merge(page.getLong(isNode(page) ? TAG_OF_NODE : TAG_OF_OTHERS), 1, Integer::sum));
    return tags.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow(() -> damaged("neither log nor pages contain the tag of the store"))
        .getKey();
  }

  private StructureConfig index(Map<String, String> lines, int pageSize, long tag) {
    StoreOptions options = StoreOptions.defaults().withPageSize(pageSize).withFlash("none");
    if (hints.index() != null) {
      return index(options.withIndex(hints.index()));
    }
    StoreOptions named = valid(lines.get("index"), options::withIndex, null);
    // An index of blocks has no leaves in the page file, so its leaves cannot be compared.
    if (named != null && (!named.isTree() || plausibleShare(index(named), pageSize, tag) != 0)) {
      return index(named);
    }
    sample(pageSize, (slot, page) -> requireNoRecords(page));
    for (String layout : LAYOUTS) {
      StructureConfig candidate = StructureKinds.parse(layout, pageSize);
      if (plausibleShare(candidate, pageSize, tag) >= PLAUSIBLE_SHARE) {
        indexGuessed = true;
        return candidate;
      }
    }
    throw damaged("the leaves do not identify the index; name it in SalvageHints or with --index");
  }

  private static StructureConfig index(StoreOptions options) {
    return options.design().structures().get(StoreDesign.ONLY_INDEX);
  }

  private void requireNoRecords(ByteBuffer page) {
    if (HeapFile.isPage(page, 0)) {
      throw damaged("does not name the structures of the store, which has records" + NAMED);
    }
  }

  /**
   * Returns the share of the sampled leaf entries that are plausible rectangles: {@code good /
   * all}, or -1 if no leaf entries were sampled.
   */
  private static double share(long good, long all) {
    return all == 0 ? -1 : (double) good / all;
  }

  private double plausibleShare(StructureConfig index, int pageSize, long tag) {
    TreeLayout layout = IndexKinds.algorithm(Spec.parse(index.toString()), pageSize).layout();
    boolean isUnordered = index.toString().equals(UNORDERED_POINTS);
    LeafEntries entries = new LeafEntries(layout.leaf());
    long[] counts = {0, 0, 0};
    sample(
        pageSize,
        (slot, bytes) -> {
          if (NodePage.levelAt(bytes, 0) == 0 && counts[2] < SAMPLE_LEAVES) {
            NodePage page = new NodePage(bytes);
            page.adopt(layout);
            if (page.openAnyLevel(layout, page.nodeId(), tag)) {
              count(page, entries, isUnordered, counts);
            } else {
              counts[1] += NodePage.capacity(pageSize, layout.leaf());
            }
            counts[2]++;
          }
        });
    return share(counts[0], counts[1]);
  }

  private static void count(NodePage page, LeafEntries entries, boolean anyOrder, long[] counts) {
    EntryOrder order = anyOrder ? null : page.layout().order();
    long[] words = new long[page.layout().words()];
    for (int slot = 0; slot < page.count(); slot++) {
      page.copyEntry(slot, words, 0);
      boolean inOrder = slot == 0 || order == null || order.compare(page, slot - 1, words, 0) <= 0;
      counts[0] += inOrder && entries.isPlausible(words) ? 1 : 0;
      counts[1]++;
    }
  }

  /**
   * Returns a device spec with the placement that the pages suggest. This is {@code home} if most
   * nodes are in the slot whose number is their id, otherwise {@code free}.
   */
  private String device(int pageSize) {
    long[] counts = {0, 0};
    sample(
        pageSize,
        (slot, page) -> {
          if (isNode(page)) {
            NodePage node = new NodePage(page);
            node.adopt(RTree.LAYOUT);
            counts[node.nodeId() == slot ? 0 : 1]++;
          }
        });
    return "buffered:placement=" + (counts[0] > counts[1] ? "home" : "free");
  }

  private DamagedStoreException damaged(String cause) {
    return new DamagedStoreException(
        descriptions.name() + "/" + StoreDescription.FILE, "description", cause);
  }
}
