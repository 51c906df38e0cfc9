package org.flashgrove.access.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.flashgrove.access.FlashKinds;
import org.flashgrove.access.FlashSpec;
import org.flashgrove.access.IndexKinds;
import org.flashgrove.access.StoreForm;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.KeyKind;

/**
 * What a table is made of, as spec strings.
 *
 * @param indices spec of each index by its name: {@code bplus} on the key, any spatial index, such
 *     as {@code rstar}, on the geometry; not changed afterwards
 * @param flash the buffer between each index and the device, such as {@code efind} or {@code none};
 *     each index has one of its own
 * @param device the device, such as {@code direct}; pages are written out of place
 * @param pageSize bytes of a page: a power of two from 512 to 65,536
 * @param sync when operations become durable: {@code op}, {@code group:5ms}, {@code close}
 * @param cacheBytes memory for pages of records, at least eight pages; LRU
 */
public record TableOptions(
    Map<String, String> indices,
    String flash,
    String device,
    int pageSize,
    String sync,
    long cacheBytes) {
  /** Fewest pages of records in memory. */
  static final int LEAST_CACHED_PAGES = 8;

  /** Name of the specs of indices on the key. */
  static final String KEY_INDEX = "bplus";

  private static final long USUAL_CACHE_BYTES = 8L << 20;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

  /**
   * Checks all parts and brings them to their normal form.
   *
   * @throws SpecException telling what is not understood and what is allowed
   */
  public TableOptions {
    StoreForm form = new StoreForm(device, pageSize, sync);
    if (!form.isFree()) {
      throw new SpecException(
          "table on device '" + device + "': placement=home (allowed: placement=free)");
    }
    device = form.device();
    sync = form.sync();
    FlashSpec buffers = FlashSpec.parse(flash);
    if (buffers.hasPool()) {
      throw new SpecException(
          "table with flash spec '" + flash + "' (allowed: a buffer without a pool below it)");
    }
    if (!FlashKinds.logsCommits(buffers.buffer())) {
      throw new SpecException(
          "table with flash spec '"
              + flash
              + "', which has no log: its records and entries commit together in one (allowed: a"
              + " buffer with a log, such as efind)");
    }
    flash = buffers.toString();
    if (cacheBytes < (long) LEAST_CACHED_PAGES * pageSize
        || cacheBytes / pageSize > Integer.MAX_VALUE) {
      throw new SpecException(
          "cache of "
              + cacheBytes
              + " bytes (allowed: at least "
              + LEAST_CACHED_PAGES
              + " pages, "
              + (long) LEAST_CACHED_PAGES * pageSize
              + " bytes)");
    }
    Map<String, String> normal = new LinkedHashMap<>();
    for (Map.Entry<String, String> index : indices.entrySet()) {
      requireName(index.getKey());
      Spec spec = Spec.parse(index.getValue());
      requireIndex(spec, pageSize);
      normal.put(index.getKey(), spec.toString());
    }
    indices = Collections.unmodifiableMap(normal);
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new SpecException(
          "index name '" + name + "' (allowed: a letter, then letters, digits and _, lower case)");
    }
  }

  private static void requireIndex(Spec spec, int pageSize) {
    if (!spec.name().equals(KEY_INDEX)) {
      IndexKinds.algorithm(spec, pageSize);
    } else if (BPlusConfig.of(spec, pageSize).key() != KeyKind.LONG) {
      throw new SpecException("index '" + spec + "' of a table (allowed: key=long)");
    }
  }

  /**
   * No index, {@code efind}, {@code direct}, pages of 4,096 bytes, {@code group:5ms}, a cache of 8
   * MiB.
   */
  public static TableOptions defaults() {
    return new TableOptions(Map.of(), "efind", "direct", 4096, "group:5ms", USUAL_CACHE_BYTES);
  }

  /** What the table's files are made of. */
  StoreForm form() {
    return new StoreForm(device, pageSize, sync);
  }

  /** What is between the structures and the files. */
  FlashSpec between() {
    return FlashSpec.parse(flash);
  }

  /** The buffer of each index. */
  Spec buffer() {
    return between().buffer();
  }

  /** Whether the device is simulated: its state is read and saved as a whole. */
  public boolean isSimulated() {
    return form().isSimulated();
  }

  /**
   * The same with one more index.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code key=bplus}
   * @throws SpecException if there is one of that name
   */
  public TableOptions withIndex(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new SpecException("index '" + text + "' (allowed: NAME=SPEC, such as geom=rstar)");
    }
    String name = text.substring(0, equals).trim();
    Map<String, String> more = new LinkedHashMap<>(indices);
    if (more.put(name, text.substring(equals + 1)) != null) {
      throw new SpecException("index name '" + name + "' twice (allowed: names that differ)");
    }
    return new TableOptions(more, flash, device, pageSize, sync, cacheBytes);
  }

  /** The same with another flash-aware buffer. */
  public TableOptions withFlash(String spec) {
    return new TableOptions(indices, spec, device, pageSize, sync, cacheBytes);
  }

  /** The same with another device. */
  public TableOptions withDevice(String spec) {
    return new TableOptions(indices, flash, spec, pageSize, sync, cacheBytes);
  }

  /** The same with another page size; the cache has at least its fewest pages. */
  public TableOptions withPageSize(int bytes) {
    long cache = Math.max(cacheBytes, (long) LEAST_CACHED_PAGES * bytes);
    return new TableOptions(indices, flash, device, bytes, sync, cache);
  }

  /** The same with another sync mode. */
  public TableOptions withSync(String mode) {
    return new TableOptions(indices, flash, device, pageSize, mode, cacheBytes);
  }

  /** The same with other memory for pages of records. */
  public TableOptions withCache(long bytes) {
    return new TableOptions(indices, flash, device, pageSize, sync, bytes);
  }
}
