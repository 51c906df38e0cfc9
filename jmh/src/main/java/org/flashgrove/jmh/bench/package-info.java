/** The command {@code bench}: each peer in a process of its own, then all of them side by side. */
package org.flashgrove.jmh.bench;
