/** Structures on raw flash beside others, by what they do to the device. */
package org.flashgrove.lab.experiment.micro;
