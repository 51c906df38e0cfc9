package org.flashgrove.lab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Search path for data files. If the user named a folder, only this folder is searched. Otherwise
 * the experiment's folder is searched, and then the first folder {@code shared/data} in the working
 * directory or one of its parents.
 */
public final class DataFolder {
  private static final String SHARED = "shared/data";

  private final List<Path> folders = new ArrayList<>();

  /**
   * Creates a search path.
   *
   * @param named the folder that the user named, or null
   * @param besides the folder of the experiment, or null
   */
  public DataFolder(Path named, Path besides) {
    if (named != null) {
      if (!Files.isDirectory(named)) {
        throw new IllegalArgumentException(
            "--data-dir " + named + ": is not a directory; choose the directory of the data sets");
      }
      folders.add(named);
      return;
    }
    if (besides != null) {
      folders.add(besides);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(SHARED))) {
        folders.add(at.resolve(SHARED));
        return;
      }
    }
  }

  /**
   * Returns a file of a data set.
   *
   * @param name path of the file relative to a folder of the search path
   * @throws IllegalArgumentException if no folder contains the file
   */
  public Path file(String name) {
    for (Path folder : folders) {
      Path file = folder.resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    String where =
        folders.isEmpty()
            ? "there is no folder " + SHARED + " here or above"
            : "not in " + String.join(", ", folders.stream().map(Path::toString).toList());
    throw new IllegalArgumentException(
        "data set " + name + ": " + where + "; set --data-dir to the folder that contains it");
  }
}
