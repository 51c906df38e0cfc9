package org.flashgrove.jmh.bench;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.BoxForm;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.measure.Course;
import org.flashgrove.jmh.bench.measure.Effort;
import org.flashgrove.jmh.bench.peer.Peer;
import org.flashgrove.jmh.bench.peer.PeerSettings;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.suite.Suites;

/**
 * Request to a measuring process, which runs phases of the benchmark for one peer. A peer is a
 * library or index in the benchmark.
 *
 * @param peer name of the peer
 * @param suite name of the suite
 * @param data name of the data set
 * @param phases names of the phases; empty if the process only creates the index for the next
 *     process
 * @param takesFiles whether to use the index that the previous process has created
 * @param heap heap size as for {@code -Xmx}; empty for the JVM's default
 * @param collector name of the garbage collector; empty for the JVM's default
 * @param dataFile file with the entries
 * @param form format of the entries in the file: points or boxes, floats or doubles
 * @param memoryBytes memory for the peer in bytes
 * @param seed seed of the queries
 * @param isQuick whether only the answers are checked, without measuring times
 * @param directory directory for the peer's files
 * @param drivers files of database drivers and extensions that are not on the class path
 */
record CourseRequest(
    String peer,
    String suite,
    String data,
    List<String> phases,
    boolean takesFiles,
    String heap,
    String collector,
    String dataFile,
    BoxForm form,
    long memoryBytes,
    long seed,
    boolean isQuick,
    String directory,
    List<String> drivers) {
  /** Runs the phases in this process. */
  CourseResult run() throws Exception {
    Path entries = Path.of(dataFile);
    Workload workload = new Workload(BoxFile.map(entries, form), seed);
    Peer measured = Peers.of(peer, new PeerSettings(memoryBytes, form, drivers));
    Effort effort = isQuick ? Effort.QUICK : Effort.FULL;
    try (Course course =
        new Course(measured, workload, effort, Path.of(directory).resolve(peer), entries)) {
      if (phases.isEmpty()) {
        course.leaveLoaded();
      } else if (takesFiles) {
        course.takeLoaded();
      }
      for (String phase : phases) {
        Suites.of(suite).phase(data, phase).run(course);
      }
      return new CourseResult(
          measured.description(), course.measurements(), course.answers(), course.notes());
    }
  }
}
