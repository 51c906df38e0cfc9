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
 * Work of one measuring process.
 *
 * @param peer its word
 * @param suite its word
 * @param data name of the data set
 * @param phases their words; none to make the index for the next process
 * @param takesFiles whether it begins with the index that the process before has made
 * @param heap size of the heap; empty for the JVM's choice
 * @param collector word of the collector; empty for the JVM's choice
 * @param dataFile the entries
 * @param form form of the entries
 * @param memoryBytes memory of the peer
 * @param seed decides queries
 * @param isQuick whether only answers are wanted
 * @param directory for the peer's files
 * @param drivers files of libraries that are not on the class path
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
  /** Measures it in this process. */
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
