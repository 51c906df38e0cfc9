/**
 * Interface between the command {@code bench} and the module with the peers, which is not in the
 * command line's jar.
 */
package org.flashgrove.lab.bench;
