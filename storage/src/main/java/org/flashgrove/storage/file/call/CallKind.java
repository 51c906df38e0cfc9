package org.flashgrove.storage.file.call;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Library through which a process makes system calls. The system property {@value #PROPERTY} can
 * select it. By default the process uses the library that loads fastest: {@link #FOREIGN} in Java
 * 22 and later, otherwise {@link #JFFI}. If the selected library does not work, the process makes
 * no system calls.
 */
enum CallKind {
  /** Uses jffi. */
  JFFI("jffi", "com.github.jnr:jffi is missing or does not work here; add it to the class path") {
    @Override
    SystemCalls load() {
      return new JffiCalls();
    }
  },

  /** Uses jnr-posix. */
  JNR_POSIX(
      "jnr-posix",
      "com.github.jnr:jnr-posix is missing or does not work here; add it to the class path") {
    @Override
    SystemCalls load() {
      return new JnrPosixCalls();
    }
  },

  /**
   * Uses the foreign function API of Java. The multi-release jar contains the class that does so
   * only for Java 22 and later.
   */
  FOREIGN(
      "foreign",
      "Java 22 or later and native access are missing; add --enable-native-access=ALL-UNNAMED,"
          + " or leave the property out") {
    @Override
    SystemCalls load() throws ReflectiveOperationException {
      Class<?> type = Class.forName("org.flashgrove.storage.file.call.ForeignCalls");
      return (SystemCalls) type.getDeclaredConstructor().newInstance();
    }
  };

  static final String PROPERTY = "flashgrove.calls";

  /** First Java version with a final foreign function API. */
  private static final int FOREIGN_SINCE = 22;

  private final String word;
  private final String absence;

  CallKind(String word, String absence) {
    this.word = word;
    this.absence = absence;
  }

  /**
   * Result of the choice of a library.
   *
   * @param calls system calls of the library, or null if the process makes no system calls
   * @param obstacle error message if the system property selects a library that does not work,
   *     otherwise null
   */
  record Choice(SystemCalls calls, String obstacle) {}

  abstract SystemCalls load() throws ReflectiveOperationException;

  /** Loads the library and returns its system calls. Returns null if the library does not work. */
  SystemCalls bind() {
    try {
      return load();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return null; // the library is missing, or the JVM refuses native access
    }
  }

  /**
   * Chooses the library for this process.
   *
   * @param supported whether the platform has the system calls of {@link SystemCalls}
   */
  static Choice choose(boolean supported) {
    String word = System.getProperty(PROPERTY);
    if (word != null) {
      return named(word, supported);
    }
    CallKind fastest = Runtime.version().feature() >= FOREIGN_SINCE ? FOREIGN : JFFI;
    return new Choice(supported ? fastest.bind() : null, null);
  }

  /**
   * Chooses the library that the system property {@value #PROPERTY} names.
   *
   * @param word value of the property
   */
  static Choice named(String word, boolean supported) {
    for (CallKind kind : values()) {
      if (kind.word.equals(word)) {
        SystemCalls calls = supported ? kind.bind() : null;
        String absence =
            supported ? kind.absence : "the system is no 64-bit Linux; leave the property out";
        return new Choice(calls, calls == null ? prefix(word) + absence : null);
      }
    }
    return new Choice(
        null, prefix(word) + "unknown kind of system calls (allowed: " + words() + ")");
  }

  private static String prefix(String word) {
    return "-D" + PROPERTY + "=" + word + ": ";
  }

  private static String words() {
    return Arrays.stream(values()).map(kind -> kind.word).collect(Collectors.joining(", "));
  }
}
