package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Archives of the files of stores that earlier versions wrote. They are resources of the tests. */
public final class GoldenZip {
  private GoldenZip() {}

  /** Unpacks a store into an existing directory. */
  public static void copy(String resource, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files(resource).entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
  }

  /** Fails unless the files of a store equal the files in the archive. */
  public static void requireUnchanged(String resource, Path directory) throws IOException {
    for (Map.Entry<String, byte[]> file : files(resource).entrySet()) {
      assertThat(directory.resolve(file.getKey())).hasBinaryContent(file.getValue());
    }
  }

  private static Map<String, byte[]> files(String resource) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipInputStream zip =
        new ZipInputStream(GoldenZip.class.getResourceAsStream("/" + resource + ".zip"))) {
      for (ZipEntry file = zip.getNextEntry(); file != null; file = zip.getNextEntry()) {
        files.put(file.getName(), zip.readAllBytes());
      }
    }
    assertThat(files).containsKey("store.meta");
    return files;
  }

  /** Packs the files of a store, which may be open. */
  public static void keep(Path store, Path zipped) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(zipped));
        Stream<Path> all = Files.list(store)) {
      List<Path> files = all.filter(file -> !file.toString().endsWith("lock")).sorted().toList();
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
        zip.write(Files.readAllBytes(file));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
