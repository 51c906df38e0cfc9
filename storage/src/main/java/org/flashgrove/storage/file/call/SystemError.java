package org.flashgrove.storage.file.call;

/** Errors of file system calls, with the numbers and texts of Linux ({@code errno(3)}). */
public enum SystemError {
  EPERM(1, "Operation not permitted"),
  ENOENT(2, "No such file or directory"),
  EINTR(4, "Interrupted system call"),
  EIO(5, "Input/output error"),
  ENXIO(6, "No such device or address"),
  EBADF(9, "Bad file descriptor"),
  EAGAIN(11, "Resource temporarily unavailable"),
  ENOMEM(12, "Cannot allocate memory"),
  EACCES(13, "Permission denied"),
  EFAULT(14, "Bad address"),
  EBUSY(16, "Device or resource busy"),
  EEXIST(17, "File exists"),
  ENODEV(19, "No such device"),
  ENOTDIR(20, "Not a directory"),
  EISDIR(21, "Is a directory"),
  EINVAL(22, "Invalid argument"),
  ENFILE(23, "Too many open files in system"),
  EMFILE(24, "Too many open files"),
  ETXTBSY(26, "Text file busy"),
  EFBIG(27, "File too large"),
  ENOSPC(28, "No space left on device"),
  ESPIPE(29, "Illegal seek"),
  EROFS(30, "Read-only file system"),
  ENAMETOOLONG(36, "File name too long"),
  ENOSYS(38, "Function not implemented"),
  ELOOP(40, "Too many levels of symbolic links"),
  EOVERFLOW(75, "Value too large for defined data type"),
  EOPNOTSUPP(95, "Operation not supported"),
  ESTALE(116, "Stale file handle"),
  EDQUOT(122, "Disk quota exceeded");

  private final int number;
  private final String words;

  SystemError(int number, String words) {
    this.number = number;
    this.words = words;
  }

  /** Returns whether a system call returned this error. */
  public boolean isResult(long result) {
    return result == -number;
  }

  /**
   * Returns the name and text of the error that a system call returned, such as {@code ENOSPC, No
   * space left on device}.
   */
  public static String describe(long result) {
    for (SystemError error : values()) {
      if (error.isResult(result)) {
        return error.name() + ", " + error.words;
      }
    }
    return "error " + -result;
  }
}
