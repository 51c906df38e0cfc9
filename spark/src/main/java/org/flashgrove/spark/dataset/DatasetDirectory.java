package org.flashgrove.spark.dataset;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Directory of a dataset on a Hadoop file system. It contains manifests, {@code
 * manifests/NUMBER.json}, and tables, {@code tables/JOB/FILE}. The manifest with the largest number
 * describes the current version and names its tables. A manifest is created atomically, and only
 * one writer can create a manifest with a given number ({@link ExclusiveFiles}). A manifest or a
 * table never changes after its creation. Readers ignore tables that no manifest names. Such tables
 * come from failed writes or old versions.
 */
public final class DatasetDirectory {
  private static final String MANIFESTS = "manifests";
  private static final String TABLES = "tables";
  private static final String ENDING = ".json";
  private static final int DIGITS = 12;
  private static final int MOST_ATTEMPTS = 20;

  /**
   * Lock of each dataset, by directory. At any time, only one thread of this process commits to a
   * dataset.
   */
  private static final ConcurrentHashMap<Path, Object> TURNS = new ConcurrentHashMap<>();

  private final FileSystem files;
  private final Path root;
  private final Configuration configuration;

  /** Creates a view of a directory, which need not exist. */
  public DatasetDirectory(Path path, Configuration configuration) throws IOException {
    files = fileSystem(path, configuration);
    root = files.makeQualified(path);
    this.configuration = configuration;
  }

  /**
   * Returns the file system of a path. For local files, returns one that writes no checksum files.
   */
  public static FileSystem fileSystem(Path path, Configuration configuration) throws IOException {
    FileSystem found = path.getFileSystem(configuration);
    return found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
  }

  public FileSystem files() {
    return files;
  }

  /** Returns the path of a table file. */
  public Path table(String file) {
    return new Path(root, file);
  }

  /**
   * Returns the name of a table file, relative to this directory.
   *
   * @param job identifier of the write that creates the file
   */
  public static String nameOf(String job, String file) {
    return TABLES + "/" + job + "/" + file;
  }

  /** Returns the newest manifest, or null if there is no dataset. */
  public Manifest newest() throws IOException {
    long version = newestVersion();
    while (version > 0) {
      try {
        return read(version);
      } catch (IOException e) {
        long later = newestVersion();
        if (later == version) {
          throw e;
        }
        version = later; // a commit and a clean-up removed that version meanwhile
      }
    }
    return null;
  }

  /**
   * Returns the manifest of a version.
   *
   * @throws IOException if there is no such version
   */
  public Manifest read(long version) throws IOException {
    Path path = manifest(version);
    try (FSDataInputStream in = files.open(path)) {
      return Manifest.parse(path.toString(), FileCall.run(in::readAllBytes));
    } catch (FileNotFoundException e) {
      throw new IOException(
          root + ": has no version " + version + " (allowed: " + versions() + ")", e);
    }
  }

  /**
   * Returns the newest manifest.
   *
   * @throws IOException if there is no dataset
   */
  public Manifest require() throws IOException {
    Manifest newest = newest();
    if (newest == null) {
      throw new IOException(
          root
              + ": is not a Flashgrove dataset; choose a directory that format flashgrove has"
              + " written");
    }
    return newest;
  }

  private long newestVersion() throws IOException {
    List<Long> versions = versions();
    return versions.isEmpty() ? 0 : versions.get(versions.size() - 1);
  }

  private List<Long> versions() throws IOException {
    List<Long> versions = new ArrayList<>();
    for (FileStatus file : list(new Path(root, MANIFESTS))) {
      long version = version(file);
      if (version > 0) {
        versions.add(version);
      }
    }
    versions.sort(Comparator.naturalOrder());
    return versions;
  }

  /** Returns the version of a manifest file, or 0 for any other file. */
  private static long version(FileStatus file) {
    String name = file.getPath().getName();
    return name.matches("[0-9]{" + DIGITS + "}\\" + ENDING)
        ? Long.parseLong(name.substring(0, DIGITS))
        : 0;
  }

  private List<FileStatus> list(Path directory) throws IOException {
    try {
      return List.of(files.listStatus(directory));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  private Path manifest(long version) {
    return new Path(
        new Path(root, MANIFESTS),
        String.format(Locale.ROOT, "%0" + DIGITS + "d", version) + ENDING);
  }

  /**
   * Commits a change by creating the version after the newest one. If several commits try to create
   * the same version, one of them succeeds. The others retry with that version as the newest
   * ({@link TableChange}).
   *
   * @param base version that the change was prepared for; version 0 if there was no dataset
   * @param added new tables
   * @return committed manifest
   * @throws ConflictException if another commit came first and the change conflicts with it
   */
  public Manifest commit(Manifest base, TableChange change, Collection<SealedTable> added)
      throws IOException {
    ExclusiveFiles manifests = ExclusiveFiles.of(files, configuration);
    synchronized (TURNS.computeIfAbsent(root, path -> new Object())) {
      for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        Manifest next = changed(base, change, added);
        if (manifests.create(manifest(next.version()), next.toJson())) {
          return next;
        }
      }
    }
    throw new ConflictException(
        root
            + ": "
            + MOST_ATTEMPTS
            + " attempts to commit failed because other writers committed first");
  }

  /**
   * Checks that the file system supports commits. Writes call this before they begin.
   *
   * @throws IOException if neither the scheme of the file system nor a setting says how to create
   *     files exclusively
   */
  public void requireCommits() throws IOException {
    ExclusiveFiles.of(files, configuration);
  }

  private Manifest changed(Manifest base, TableChange change, Collection<SealedTable> added)
      throws IOException {
    try {
      return change.applied(base, newest(), added);
    } catch (ConflictException e) {
      throw e.of(root.toString());
    }
  }

  /**
   * Deletes all files of a write that seems to have failed. Deletes nothing if the newest manifest
   * names one of the files, because the write then has committed and only its result was lost.
   *
   * @param job identifier of the write
   */
  public void deleteJob(String job) throws IOException {
    Manifest newest = newest();
    String prefix = nameOf(job, "");
    if (newest == null || newest.tables().stream().noneMatch(t -> t.file().startsWith(prefix))) {
      files.delete(new Path(new Path(root, TABLES), job), true);
    }
  }

  /**
   * Deletes the files that failed task attempts created during a write that has committed.
   *
   * @param job identifier of the write
   * @param kept files of the write that the manifest names; all other files are deleted
   */
  public void deleteLosers(String job, Collection<String> kept) throws IOException {
    for (FileStatus file : list(new Path(new Path(root, TABLES), job))) {
      if (!kept.contains(nameOf(job, file.getPath().getName()))) {
        files.delete(file.getPath(), true);
      }
    }
  }

  /**
   * Deletes old versions, and tables that no remaining version names. Only files older than {@code
   * before} are deleted. A running query or write that began before this time may still need a
   * deleted file.
   *
   * @param before milliseconds since 1970
   * @return number of files deleted
   */
  public int clean(long before) throws IOException {
    List<FileStatus> jobs = list(new Path(root, TABLES));
    List<FileStatus> unnamed = new ArrayList<>();
    for (FileStatus job : jobs) {
      for (FileStatus file : list(job.getPath())) {
        if (file.getModificationTime() < before) {
          unnamed.add(file);
        }
      }
    }
    // read after the listing, so that this manifest names tables committed during the listing
    Manifest newest = require();
    Set<String> named = new HashSet<>();
    newest.tables().forEach(table -> named.add(table.file()));
    int deleted = 0;
    for (FileStatus file : list(new Path(root, MANIFESTS))) {
      long version = version(file);
      if (version >= newest.version() || version > 0 && file.getModificationTime() >= before) {
        read(version).tables().forEach(table -> named.add(table.file()));
      } else if (file.getModificationTime() < before) {
        files.delete(file.getPath(), false);
        deleted++;
      }
    }
    for (FileStatus file : unnamed) {
      String job = file.getPath().getParent().getName();
      if (!named.contains(nameOf(job, file.getPath().getName()))) {
        files.delete(file.getPath(), true);
        deleted++;
      }
    }
    for (FileStatus job : jobs) {
      if (job.getModificationTime() < before && list(job.getPath()).isEmpty()) {
        files.delete(job.getPath(), true);
      }
    }
    return deleted;
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
