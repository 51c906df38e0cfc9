package org.flashgrove.spark.dataset;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The directory of a dataset on a file system of Hadoop: {@code manifests/NUMBER.json}, where the
 * greatest number counts, and {@code tables/JOB/FILE}, which manifests name. A manifest gets its
 * name by one rename, and neither it nor a table is changed afterwards. A table that no manifest
 * names does not count: it is left of a write that failed, or of an earlier version.
 */
public final class DatasetDirectory {
  private static final String MANIFESTS = "manifests";
  private static final String TABLES = "tables";
  private static final String ENDING = ".json";
  private static final int DIGITS = 12;
  private static final int MOST_ATTEMPTS = 20;

  /** Commits of one process take turns. */
  private static final ConcurrentHashMap<Path, Object> TURNS = new ConcurrentHashMap<>();

  private final FileSystem files;
  private final Path root;

  /** Creates a view of a directory, which need not be there. */
  public DatasetDirectory(Path path, Configuration configuration) throws IOException {
    files = fileSystem(path, configuration);
    root = files.makeQualified(path);
  }

  /** Returns the file system of a path; of the machine's own files without checksums beside. */
  public static FileSystem fileSystem(Path path, Configuration configuration) throws IOException {
    FileSystem found = path.getFileSystem(configuration);
    return found instanceof LocalFileSystem local ? local.getRawFileSystem() : found;
  }

  /** Returns the file system. */
  public FileSystem files() {
    return files;
  }

  /** Returns the path of a table. */
  public Path table(String file) {
    return new Path(root, file);
  }

  /** Returns the name of a file of a job, below this directory. */
  public static String nameOf(String job, String file) {
    return TABLES + "/" + job + "/" + file;
  }

  /**
   * Returns the newest manifest.
   *
   * @return null if there is no dataset
   */
  public Manifest newest() throws IOException {
    long version = newestVersion();
    return version == 0 ? null : read(version);
  }

  /**
   * Returns the manifest of a version.
   *
   * @throws IOException if there is none
   */
  public Manifest read(long version) throws IOException {
    Path path = manifest(version);
    try (FSDataInputStream in = files.open(path)) {
      return Manifest.parse(path.toString(), in.readAllBytes());
    } catch (FileNotFoundException e) {
      throw new IOException(
          root + ": has no version " + version + " (allowed: " + versions() + ")", e);
    }
  }

  /**
   * Returns the newest manifest of a dataset that must be there.
   *
   * @throws IOException if there is none
   */
  public Manifest require() throws IOException {
    Manifest newest = newest();
    if (newest == null) {
      throw new IOException(
          root + ": is no dataset of Flashgrove (allowed: a directory that was written as one)");
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
      String name = file.getPath().getName();
      if (name.matches("[0-9]{" + DIGITS + "}\\" + ENDING)) {
        versions.add(Long.parseLong(name.substring(0, DIGITS)));
      }
    }
    versions.sort(Comparator.naturalOrder());
    return versions;
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
        new Path(root, MANIFESTS), String.format("%0" + DIGITS + "d", version) + ENDING);
  }

  /**
   * Commits: makes the next version of the newest manifest. The rename at the end is the commit. If
   * another one came first the change is made to its manifest, and tried again.
   *
   * @param first what is changed if there is no dataset yet
   * @param change gives the next version of a manifest, or refuses it by an exception
   * @return the manifest that was committed
   */
  public Manifest commit(Manifest first, UnaryOperator<Manifest> change) throws IOException {
    synchronized (TURNS.computeIfAbsent(root, path -> new Object())) {
      for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        Manifest newest = newest();
        Manifest next = change.apply(newest == null ? first : newest);
        if (publish(next)) {
          return next;
        }
      }
    }
    throw new IOException(
        root
            + ": "
            + MOST_ATTEMPTS
            + " commits in a row were overtaken by others (allowed: again)");
  }

  private boolean publish(Manifest next) throws IOException {
    Path target = manifest(next.version());
    Path fresh = new Path(target.getParent(), "." + UUID.randomUUID() + ".tmp");
    files.mkdirs(target.getParent());
    try {
      try (FSDataOutputStream out = files.create(fresh, false)) {
        out.write(next.toJson());
        out.hsync();
      }
      if (!files.exists(target) && files.rename(fresh, target)) {
        return true;
      }
    } catch (IOException e) {
      try {
        files.delete(fresh, false);
      } catch (IOException further) {
        e.addSuppressed(further);
      }
      throw e;
    }
    files.delete(fresh, false);
    return false;
  }

  /**
   * Deletes what a job has written, all of it, unless it was committed: a rename may have been done
   * whose answer was lost.
   */
  public void deleteJob(String job) throws IOException {
    Manifest newest = newest();
    String prefix = nameOf(job, "");
    if (newest == null || newest.tables().stream().noneMatch(t -> t.file().startsWith(prefix))) {
      files.delete(new Path(new Path(root, TABLES), job), true);
    }
  }

  /** Deletes those files of a job that a manifest does not name: of attempts that lost. */
  public void deleteLosers(String job, Collection<String> kept) throws IOException {
    for (FileStatus file : list(new Path(new Path(root, TABLES), job))) {
      if (!kept.contains(nameOf(job, file.getPath().getName()))) {
        files.delete(file.getPath(), true);
      }
    }
  }

  /**
   * Deletes versions before the newest, and tables that no version left names, if they are older
   * than a moment. Queries that began before may need them; a write that is under way needs its
   * tables.
   *
   * @param before milliseconds since 1970
   * @return number of files deleted
   */
  public int clean(long before) throws IOException {
    Manifest newest = require();
    int deleted = 0;
    Set<String> named = newest.tables().stream().map(SealedTable::file).collect(Collectors.toSet());
    for (FileStatus file : list(new Path(root, MANIFESTS))) {
      boolean isOld = file.getModificationTime() < before;
      if (isOld && !file.getPath().equals(manifest(newest.version()))) {
        files.delete(file.getPath(), false);
        deleted++;
      } else if (!isOld && file.getPath().getName().endsWith(ENDING)) {
        String name = file.getPath().getName();
        read(Long.parseLong(name.substring(0, DIGITS)))
            .tables()
            .forEach(table -> named.add(table.file()));
      }
    }
    for (FileStatus job : list(new Path(root, TABLES))) {
      int left = 0;
      for (FileStatus file : list(job.getPath())) {
        String name = nameOf(job.getPath().getName(), file.getPath().getName());
        if (file.getModificationTime() < before && !named.contains(name)) {
          files.delete(file.getPath(), true);
          deleted++;
        } else {
          left++;
        }
      }
      if (left == 0 && job.getModificationTime() < before) {
        files.delete(job.getPath(), true);
      }
    }
    return deleted;
  }

  /** Returns the path, for messages. */
  @Override
  public String toString() {
    return root.toString();
  }
}
