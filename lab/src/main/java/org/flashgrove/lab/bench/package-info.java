/**
 * Interface between the command {@code bench} and the module that contains the libraries to
 * compare. The command line's jar does not contain that module.
 */
package org.flashgrove.lab.bench;
