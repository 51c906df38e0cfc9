package org.flashgrove.sidecar;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Version of a file on a server that processes before this one have seen. The version is in a file
 * in the directory of the index, and belongs to one generation of the index. The next build deletes
 * it.
 *
 * @param directory directory of the index
 * @param address address of the file
 * @param generation generation of the index
 */
record SeenVersion(Path directory, URI address, long generation) {
  private static final String ENDING = ".version";

  /**
   * Compares the version of the file with the version that was seen first. Stores the version if
   * none was seen.
   *
   * @param version headers that identify the version; blank if the server sends none
   * @throws StaleIndexException if the versions differ
   */
  void requireSame(String version) {
    if (version.isBlank()) {
      return;
    }
    // the query part of an address may be secret, and differ from process to process
    String place = address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
    String key = generation + " " + place + "\n";
    byte[] now = (key + version + "\n").getBytes(StandardCharsets.UTF_8);
    int name = IndexDescription.checksum(place.getBytes(StandardCharsets.UTF_8));
    Path file = directory.resolve("server-" + Integer.toHexString(name) + ENDING);
    try {
      if (Files.isRegularFile(file)) {
        String seen = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        if (seen.startsWith(key)) {
          if (!seen.equals(key + version + "\n")) {
            throw StaleIndexException.of(address, FileIndex.CHANGED);
          }
          return;
        }
      }
      Path temporary = Files.createTempFile(directory, "server-", ENDING);
      Files.write(temporary, now);
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // a directory that cannot be written: the size and the footer still identify the file
    }
  }
}
