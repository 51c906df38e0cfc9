package org.flashgrove.core.failure;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when stored bytes do not read back as written. The message names the store's directory,
 * the file, the place in the file and the damage: {@code DIRECTORY: FILE, PLACE: DAMAGE}.
 */
public class DamagedStoreException extends StoreException {
  private static final long serialVersionUID = 1L;

  private @Nullable String directory;

  /**
   * Creates the exception.
   *
   * @param file path of the file, or its name if the directory is not known yet
   * @param place place in the file, such as {@code page 12} or {@code offset 4096}
   * @param cause description of the damage
   */
  public DamagedStoreException(String file, String place, String cause) {
    super(new File(file).getName() + ", " + place + ": " + cause);
    directory = new File(file).getParent();
  }

  /**
   * Names the directory of the damaged store in the message, unless the message has a directory.
   *
   * @param store path of the directory, or another name of the store
   * @return this exception
   */
  public DamagedStoreException in(String store) {
    if (directory == null) {
      directory = store;
    }
    return this;
  }

  /**
   * Names the directory of a file in the message, unless the message has a directory.
   *
   * @param file path of a file of the store; without a directory, nothing changes
   * @return this exception
   */
  public DamagedStoreException inDirectoryOf(String file) {
    String parent = new File(file).getParent();
    return parent == null ? this : in(parent);
  }

  @Override
  public @Nullable String getMessage() {
    return directory == null ? super.getMessage() : directory + ": " + super.getMessage();
  }
}
