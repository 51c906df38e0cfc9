package org.flashgrove.unitspace.file;

/** State of a file in a {@link UnitDirectory}. */
final class FileState extends ChunkedFile {
  private String name;

  FileState(String name, long sizeBytes, int[] chunks) {
    super(sizeBytes, chunks);
    this.name = name;
  }

  String name() {
    return name;
  }

  void name(String newName) {
    name = newName;
  }
}
