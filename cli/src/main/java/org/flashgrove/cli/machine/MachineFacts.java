package org.flashgrove.cli.machine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Facts about the program and the machine that produced a result. Unknown facts are {@value
 * #UNKNOWN}.
 *
 * @param commit commit of the program
 * @param java version and vendor of the JVM
 * @param flags options of the JVM
 * @param os operating system with its version and the processor architecture
 * @param cpu model of the processor
 * @param cores number of processors available to the JVM
 * @param heapBytes maximum heap size in bytes
 * @param filesystem type of the file system of the files
 * @param device device of the file system, with its model and whether it is rotational, if Linux
 *     knows them
 * @param date date and time in UTC
 */
public record MachineFacts(
    String commit,
    String java,
    String flags,
    String os,
    String cpu,
    int cores,
    long heapBytes,
    String filesystem,
    String device,
    String date) {
  private static final String UNKNOWN = "unknown";
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path BLOCK_DEVICES = Path.of("/sys/class/block");

  /** Returns the current facts for files in a directory, which need not exist. */
  public static MachineFacts of(Path directory) {
    return of(directory, Clock.systemUTC());
  }

  static MachineFacts of(Path directory, Clock clock) {
    FileStore store = fileStore(directory.toAbsolutePath());
    return new MachineFacts(
        currentCommit(),
        System.getProperty("java.version") + " " + System.getProperty("java.vendor"),
        String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.getRuntime().maxMemory(),
        store == null ? UNKNOWN : store.type(),
        store == null ? UNKNOWN : device(store.name()),
        Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** Returns the commit of the program, if its launcher provides it. */
  public static String currentCommit() {
    return System.getProperty("flashgrove.commit", UNKNOWN);
  }

  /** Returns the file system of a directory, or of its nearest existing parent. */
  private static FileStore fileStore(Path directory) {
    for (Path at = directory; at != null; at = at.getParent()) {
      try {
        if (Files.exists(at)) {
          return Files.getFileStore(at);
        }
      } catch (IOException | SecurityException e) {
        return null;
      }
    }
    return null;
  }

  private static String processor() {
    for (String line : lines(PROCESSORS)) {
      if (line.startsWith("model name")) {
        return line.substring(line.indexOf(':') + 1).strip();
      }
    }
    return System.getProperty("os.arch", UNKNOWN);
  }

  /** Returns the name of a device and the properties that Linux reports about it. */
  private static String device(String name) {
    Path known = BLOCK_DEVICES.resolve(name.substring(name.lastIndexOf('/') + 1));
    StringBuilder facts = new StringBuilder(name.isEmpty() ? UNKNOWN : name);
    try {
      if (Files.exists(known)) {
        Path disk = known.toRealPath();
        if (!Files.exists(disk.resolve("queue"))) {
          disk = disk.getParent(); // directory of the disk of a partition
        }
        lines(disk.resolve("device/model")).stream()
            .findFirst()
            .ifPresent(model -> facts.append(", ").append(model.strip()));
        lines(disk.resolve("queue/rotational")).stream()
            .findFirst()
            .ifPresent(turns -> facts.append(turns.equals("1") ? ", rotational" : ", solid state"));
      }
    } catch (IOException e) {
      return facts.toString(); // facts so far; the system does not provide more
    }
    return facts.toString();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Returns the facts by name, for JSON and tables. */
  public Map<String, Object> members() {
    return new ObjectMapper().convertValue(this, new TypeReference<>() {});
  }

  /** Returns the facts as one line of text. */
  @Override
  public String toString() {
    return String.join(
        ", ",
        "commit " + commit,
        "Java " + java,
        os,
        cpu,
        cores + (cores == 1 ? " processor" : " processors"),
        "files on " + filesystem + " (" + device + ")",
        date);
  }
}
