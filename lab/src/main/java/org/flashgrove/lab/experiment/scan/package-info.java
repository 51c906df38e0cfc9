/**
 * Presets that repeat Lee, Lee and Park, <em>Optimizing Index Scans on Flash Memory SSDs</em>
 * (SIGMOD Record 2011): access paths and sorts of many users on modelled devices in virtual time. A
 * user is a client that runs one query at a time.
 *
 * <p>Some parts are real and others modelled. The pages that an access path reads, and their order,
 * follow from the placement of the records. The sorts are those of {@code access.sort}, with
 * generated records; their reads and writes of temporary space are recorded. Each user then repeats
 * the recorded reads and writes on copies of table, index and temporary space. The devices store no
 * content, and all users run concurrently in virtual time. Computation takes no time.
 */
package org.flashgrove.lab.experiment.scan;
